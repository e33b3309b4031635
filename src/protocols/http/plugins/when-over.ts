/** Tells when a request is over: answered, or its caller gone. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** What waits for each response: one listener, as more than ten count as a leak. */
const waiting = new WeakMap<ServerResponse, (() => void)[]>();

export function whenOver({ raw }: Pick<FastifyReply, 'raw'>, work: () => void): void {
  const known = waiting.get(raw);
  if (known !== undefined) {
    known.push(work);
    return;
  }
  const all = [work];
  waiting.set(raw, all);
  raw.once('close', () => {
    for (const each of all) each();
  });
}
