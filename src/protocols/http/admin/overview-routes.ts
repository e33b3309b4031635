/** Administration below `/admin/v1`: is it well, what is refused, and what needs somebody. */
import type { FastifyInstance } from 'fastify';
import { listNeeds } from '../../../operations/needs.ts';
import { readinessChecks, readinessOf } from '../../readiness.ts';
import type { HttpParts } from '../parts.ts';
import { pageCalls } from '../plugins/page-calls.ts';
import { ChartsQuery, chartTimes } from './admin-journal-routes.ts';
import { BASE, look, unrecorded } from './administration.ts';

export function addAdminOverviewRoutes(app: FastifyInstance, parts: HttpParts): void {
  const { get } = pageCalls(app, BASE, 'Administration');
  const { bookkeeping, running, refusals } = parts;
  const checks = readinessChecks(parts);

  get('/health', unrecorded('see-service'), async () => {
    const { ready, parts: named, problems } = await readinessOf(checks);
    const { encoder = null, gallery } = running.status();
    // A shard that goes missing later is among what is needed.
    const { problem } = gallery.ready ? {} : gallery;
    return {
      ready,
      parts: named,
      problems: problem === undefined ? problems : [...problems, problem],
      encoder,
      needs: await listNeeds(parts),
    };
  });

  get(
    '/failures',
    { ...look('failures', 'see-client', 'query.client'), querystring: ChartsQuery },
    async (request) => {
      const asked = chartTimes(request);
      const { reasons, classes } = await bookkeeping.failures(asked);
      // Who was not let in belongs to no client.
      const networks = asked.clientId === undefined ? refusals.recent.list() : [];
      return { reasons, classes, networks };
    },
  );
}
