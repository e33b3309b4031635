/** Tells when a request is over: answered, or abandoned by its caller. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

type Responding = Pick<FastifyReply, 'raw'>;

/** Work waiting for each response, behind one listener. Node reports more than ten as a leak. */
const waiting = new WeakMap<ServerResponse, (() => void)[] | 'over'>();

/** Runs `work` when the request is over, or soon if it already is. */
export function whenOver({ raw }: Responding, work: () => void): void {
  const known = waiting.get(raw);
  if (known === 'over') queueMicrotask(work);
  else if (known !== undefined) known.push(work);
  else {
    const all = [work];
    waiting.set(raw, all);
    raw.once('close', () => {
      waiting.set(raw, 'over');
      for (const each of all) each();
    });
  }
}

/** Whether the caller received the whole response. HTTP/2 also "finishes" truncated ones. */
export function isAnswered({ raw }: Responding): boolean {
  return raw.writableEnded && raw.writableFinished;
}
