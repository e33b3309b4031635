/** Administration below `/admin/v1`: classes that were compared in vain in the last hour. */
import type { FastifyInstance } from 'fastify';
import { forgetRefusals, listRefusedClasses } from '../../../operations/refused-classes.ts';
import { parseClassId } from '../../class-id.ts';
import type { HttpParts } from '../parts.ts';
import { pageCalls } from '../plugins/page-calls.ts';
import { actorOf, BASE, CHANGE, look } from './administration.ts';

const PATH = `${BASE}/refused-comparisons`;

export function addAdminRefusalRoutes(app: FastifyInstance, parts: HttpParts): void {
  const { get, remove } = pageCalls(app, PATH, 'Administration');

  get('', look('refused comparisons'), async () => listRefusedClasses(parts));

  remove('/:storage/:partition/:classId', CHANGE, async (request) => {
    const { classId, ...place } = request.params;
    await forgetRefusals(parts, actorOf(request), { ...place, classId: parseClassId(classId) });
    return {};
  });
}
