/** Administration below `/admin/v1`: classes that were compared in vain in the last hour. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { forgetRefusals, listRefusedClasses } from '../../../operations/refused-classes.ts';
import { parseClassId } from '../../class-id.ts';
import type { HttpParts } from '../parts.ts';
import { actorOf, BASE, CHANGE, look } from './administration.ts';

const schema = { tags: ['Administration'] };

const PATH = `${BASE}/refused-comparisons`;
const ClassParams = Type.Object({
  storage: Type.String(),
  partition: Type.String(),
  classId: Type.String(),
});

export function addAdminRefusalRoutes(app: FastifyInstance, parts: HttpParts): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>();

  api.get(PATH, { schema, config: look('refused comparisons') }, () => listRefusedClasses(parts));

  api.delete(
    `${PATH}/:storage/:partition/:classId`,
    {
      schema: { ...schema, params: ClassParams },
      config: CHANGE,
    },
    async (request) => {
      const { classId, ...place } = request.params;
      await forgetRefusals(parts, actorOf(request), { ...place, classId: parseClassId(classId) });
      return {};
    },
  );
}
