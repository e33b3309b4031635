/** Administration below `/admin/v1`: classes with refused comparisons in the last hour. */
import type { FastifyInstance } from 'fastify';
import { forgetRefusals, listRefusedClasses } from '../../../operations/admin/refused-classes.ts';
import { parseClassId } from '../../class-id.ts';
import { pageCalls } from '../pages/page-calls.ts';
import type { AdminParts } from '../parts.ts';
import { actorOf, BASE, ClientQuery, change, look } from './administration.ts';

const PATH = `${BASE}/refused-comparisons`;

export function addAdminRefusalRoutes(app: FastifyInstance, parts: AdminParts): void {
  const { get, remove } = pageCalls(app, PATH, 'Administration');

  get(
    '',
    { ...look('refused comparisons', 'see-client', 'query.client'), querystring: ClientQuery },
    async (request) => listRefusedClasses(parts, request.query.client),
  );

  remove('/:storage/:partition/:classId', change('change-client', 'templates'), async (request) => {
    const { classId, ...place } = request.params;
    await forgetRefusals(parts, actorOf(request), { ...place, classId: parseClassId(classId) });
  });
}
