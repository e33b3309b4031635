/** Administration below `/admin/v1`: health, refusals, and what needs attention. */
import type { FastifyInstance } from 'fastify';
import { readinessChecks } from '../../readiness.ts';
import { pageCalls } from '../pages/page-calls.ts';
import type { AdminParts } from '../parts.ts';
import { ChartsQuery, chartTimes } from './admin-journal-routes.ts';
import { BASE, look, unrecorded } from './administration.ts';
import { healthReport } from './service-answers.ts';

export function addAdminOverviewRoutes(app: FastifyInstance, parts: AdminParts): void {
  const { get } = pageCalls(app, BASE, 'Administration');
  const { bookkeeping } = parts;
  const checks = readinessChecks(parts);

  get('/health', unrecorded('see-service'), async () => healthReport(parts, checks));

  get(
    '/failures',
    { ...look('failures', 'see-client', 'query.client'), querystring: ChartsQuery },
    async (request) => bookkeeping.failures(chartTimes(request)),
  );
}
