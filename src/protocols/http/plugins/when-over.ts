/** Tells when a request is over: answered, or its caller gone. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

type Responding = Pick<FastifyReply, 'raw'>;

/** What waits for each response, behind one listener: more than ten count as a leak. */
const waiting = new WeakMap<ServerResponse, (() => void)[] | 'over'>();

/** Runs `work` when the request is over; soon, if it is by now. */
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

/** Whether the caller was given the answer to its end; HTTP/2 has a cut one for "finished", too. */
export function isAnswered({ raw }: Responding): boolean {
  return raw.writableEnded && raw.writableFinished;
}
