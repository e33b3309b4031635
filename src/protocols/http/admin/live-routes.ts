/** Administration below `/admin/v1`: finished jobs, as server-sent events. */
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ResourceExhausted } from '../../../errors.ts';
import { admitSession } from '../../../operations/accounts/session-access.ts';
import { followJobs } from '../../../operations/follow-jobs.ts';
import { findSignedIn, sessionOf } from '../accounts/sessions.ts';
import { pageCalls } from '../pages/page-calls.ts';
import type { AdminParts } from '../parts.ts';
import { whenOver } from '../plugins/when-over.ts';
import { BASE, look } from './administration.ts';
import { liveView } from './live-view.ts';

const LiveQuery = Type.Object({
  client: Type.Optional(Type.String()),
  /** How long to watch. Absent: as long as allowed. */
  seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 300 })),
});

/** Longest view in seconds. Afterwards the page asks again. */
const LONGEST_VIEW = 300;
/** Most views of one process, and of one user, so that nobody keeps others from watching. */
const [MOST_VIEWS, MOST_OF_ONE] = [20, 4];

export function addAdminLiveRoutes(app: FastifyInstance, parts: AdminParts): void {
  const { get } = pageCalls(app, BASE, 'Administration');
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  /** The user of each view. */
  const watching: string[] = [];

  get(
    '/jobs/live',
    { ...look('live view', 'see-client', 'query.client'), querystring: LiveQuery },
    async (request, reply) => {
      const { client: clientId, seconds = LONGEST_VIEW } = request.query;
      const { id } = sessionOf(request).user;
      const own = watching.filter((one) => one === id).length;
      if (watching.length >= MOST_VIEWS || own >= MOST_OF_ONE)
        throw new ResourceExhausted(
          `${MOST_OF_ONE} live views of you are open, or ${MOST_VIEWS} in all: close one.`,
          10,
        );
      watching.push(id);
      const gone = new AbortController();
      whenOver(reply, () => {
        watching.splice(watching.indexOf(id), 1);
        gone.abort();
      });
      const over = AbortSignal.timeout(seconds * 1000);
      const signal = AbortSignal.any([gone.signal, closing.signal, over]);
      reply.type('text/event-stream').header('cache-control', 'no-store');
      // Keeps proxies from buffering the events.
      reply.header('x-accel-buffering', 'no');
      const jobs = followJobs(parts, { clientId }, signal);
      return reply.send(liveView(jobs, () => isStillAdmitted(request), signal));
    },
  );

  /** Whether the session is still valid, and its user unchanged since the view began. */
  async function isStillAdmitted(request: FastifyRequest): Promise<boolean> {
    const found = await findSignedIn(request, parts.accounts);
    if (!isDeepStrictEqual(found?.user.position, sessionOf(request).user.position)) return false;
    return admitSession(parts, found, request.routeOptions.config.session ?? {}).then(
      () => true,
      () => false,
    );
  }
}
