/** Administration below `/admin/v1`: jobs as they end, as server-sent events. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ResourceExhausted } from '../../../errors.ts';
import { stringifyExact } from '../../../exact-json.ts';
import type { RecordedJob } from '../../../journal/bookkeeping.ts';
import { followJobs } from '../../../operations/follow-jobs.ts';
import type { HttpParts } from '../parts.ts';
import { pageCalls } from '../plugins/page-calls.ts';
import { whenOver } from '../plugins/when-over.ts';
import { BASE, look } from './administration.ts';

const LiveQuery = Type.Object({
  client: Type.Optional(Type.String()),
  /** How long to watch; absent: as long as it may be. */
  seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 300 })),
});

/** Seconds until a view has to ask anew, and whoever asks is looked at again. */
const LONGEST_VIEW = 300;
/** Views at a time, of one process. */
const MOST_VIEWS = 10;

export function addAdminLiveRoutes(app: FastifyInstance, parts: HttpParts): void {
  const { get } = pageCalls(app, BASE, 'Administration');
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  let views = 0;

  get(
    '/jobs/live',
    { ...look('live view', 'see-client', 'query.client'), querystring: LiveQuery },
    async ({ query: { client: clientId, seconds = LONGEST_VIEW } }, reply) => {
      if (views >= MOST_VIEWS)
        throw new ResourceExhausted('Too many live views are open: close one.', 10);
      views += 1;
      const gone = new AbortController();
      whenOver(reply, () => {
        views -= 1;
        gone.abort();
      });
      const over = AbortSignal.timeout(seconds * 1000);
      const signal = AbortSignal.any([gone.signal, closing.signal, over]);
      reply.type('text/event-stream').header('cache-control', 'no-store');
      // Proxies that collect answers would hold them back.
      reply.header('x-accel-buffering', 'no');
      return reply.send(Readable.from(events(followJobs(parts, { clientId }, signal))));
    },
  );
}

/** One event a job; a comment where there was none, which keeps the connection. */
async function* events(lists: AsyncIterable<readonly RecordedJob[]>): AsyncGenerator<string> {
  yield ':\n\n';
  for await (const jobs of lists)
    yield jobs.map((job) => `data: ${stringifyExact(job)}\n\n`).join('') || ':\n\n';
}
