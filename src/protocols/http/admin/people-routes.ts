/** Administration below `/admin/v1`: enrolled people of clients, and proof of erasures. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  clientOf,
  describePerson,
  erasePerson,
  findPeople,
  personData,
  personThumbnails,
} from '../../../operations/admin/enrolled-people.ts';
import { checkReceipt } from '../../../operations/face/erasure-receipts.ts';
import { findSomeDuplicates } from '../../../operations/search/find-duplicates.ts';
import { parseClassId } from '../../class-id.ts';
import { pageCalls } from '../pages/page-calls.ts';
import type { AdminParts } from '../parts.ts';
import { attachment } from '../plugins/common-headers.ts';
import { actorOf, BASE, change, freshLook, look } from './administration.ts';

const PeopleQuery = Type.Object({
  client: Type.String(),
  after: Type.Optional(Type.String()),
  tag: Type.Optional(Type.String()),
  consent: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
});

const ReceiptBody = Type.Object({ receipt: Type.String() });

export function addAdminPeopleRoutes(app: FastifyInstance, parts: AdminParts): void {
  const { get, post, remove } = pageCalls(app, BASE, 'Administration');
  const person = '/templates/:client/:classId';

  get(
    '/templates',
    { ...look('templates', 'see-client', 'query.client'), querystring: PeopleQuery },
    async (request) => {
      const { client, after, limit = 100, tag, consent } = request.query;
      const from = after === undefined ? undefined : parseClassId(after);
      return findPeople(parts, client, { after: from, limit, tag, consent });
    },
  );

  get(
    '/duplicates/:client',
    look('duplicates', 'see-client', 'params.client'),
    async ({ params }) => findSomeDuplicates(parts, await clientOf(parts, params.client)),
  );

  get(person, look('person', 'see-client', 'params.client'), async ({ params }) =>
    describePerson(parts, params.client, parseClassId(params.classId)),
  );

  get(
    `${person}/thumbnails`,
    look('thumbnails', 'see-pictures', 'params.client'),
    async ({ params }) => personThumbnails(parts, params.client, parseClassId(params.classId)),
  );

  get(
    `${person}/data`,
    freshLook('person data', 'see-pictures', 'params.client'),
    async ({ params }, reply) => {
      const data = await personData(parts, params.client, parseClassId(params.classId));
      reply.header('content-disposition', attachment('person.json'));
      return data;
    },
  );

  remove(person, change('change-client', 'params.client'), async (request) => {
    const { client, classId } = request.params;
    return erasePerson(parts, actorOf(request), client, parseClassId(classId));
  });

  post(
    '/receipts/verification',
    { ...look('receipt', 'see-service'), body: ReceiptBody },
    async (request) => checkReceipt(parts, request.body.receipt),
  );
}
