/** Administration below `/admin/v1`: clients, users and templates. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { User } from '../../access/accounts/user.ts';
import type { ClientSettings } from '../../access/client.ts';
import { NotFound } from '../../errors.ts';
import { accountData, eraseAccount } from '../../operations/account-data.ts';
import { enrolmentLink } from '../../operations/account-mail.ts';
import { administerClients } from '../../operations/administer-clients.ts';
import {
  administratorActor,
  describeUsers,
  eraseTemplate,
  listTemplates,
  recordQuery,
} from '../../operations/administration.ts';
import { parseClassId } from '../class-id.ts';
import { accountDataAnswer } from './account-answers.ts';
import { signedInAdministrator } from './account-cookies.ts';
import { attachment } from './answers.ts';
import type { HttpParts } from './parts.ts';

const BASE = '/admin/v1';
const schema = { hide: true };
const IdParams = Type.Object({ id: Type.String() });
const Settings = Type.Unsafe<Partial<ClientSettings>>(Type.Object({}));

const NewClientBody = Type.Object({
  id: Type.String(),
  name: Type.String(),
  storage: Type.String(),
  partition: Type.String(),
  redirectUris: Type.Optional(Type.Array(Type.String())),
  allowedOrigins: Type.Optional(Type.Array(Type.String())),
  settings: Type.Optional(Settings),
});

const TemplatesQuery = Type.Object({
  client: Type.String(),
  after: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
});

export function addAdminRoutes(app: FastifyInstance, parts: HttpParts): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>();
  const { accounts, audit } = parts;
  const administrator = async (request: FastifyRequest): Promise<User> =>
    (await signedInAdministrator(request, accounts)).user;
  const clientsFor = async (request: FastifyRequest) =>
    administerClients(parts.clients, audit, administratorActor(await administrator(request)));

  api.get(`${BASE}/clients`, { schema }, async (request) => {
    await recordQuery(audit, await administrator(request), 'clients');
    return parts.clients.list();
  });

  api.post(`${BASE}/clients`, { schema: { ...schema, body: NewClientBody } }, async (request) =>
    (await clientsFor(request)).create(request.body),
  );

  api.put(
    `${BASE}/clients/:id/settings`,
    { schema: { ...schema, params: IdParams, body: Settings } },
    async (request) => {
      const clients = await clientsFor(request);
      return clients.updateSettings(request.params.id, request.body);
    },
  );

  api.post(
    `${BASE}/clients/:id/keys`,
    {
      schema: {
        ...schema,
        params: IdParams,
        body: Type.Object({ overlapSeconds: Type.Optional(Type.Integer({ minimum: 0 })) }),
      },
    },
    async (request) => {
      const clients = await clientsFor(request);
      return clients.rotateKey(request.params.id, request.body.overlapSeconds);
    },
  );

  api.delete(
    `${BASE}/clients/:id`,
    {
      schema: {
        ...schema,
        params: IdParams,
        querystring: Type.Object({ erase: Type.Optional(Type.Boolean()) }),
      },
    },
    async (request) => {
      const { erase = false } = request.query;
      await (await clientsFor(request)).delete(request.params.id, { erase });
      return {};
    },
  );

  api.get(`${BASE}/users`, { schema }, async (request) => {
    await recordQuery(audit, await administrator(request), 'users');
    return describeUsers(parts, accounts);
  });

  api.post(
    `${BASE}/users/:id/link`,
    { schema: { ...schema, params: IdParams } },
    async (request) => {
      const actor = await administrator(request);
      const user = await existing(request.params.id);
      await recordQuery(audit, actor, 'enrolment link', { user: user.id });
      return enrolmentLink(accounts, user);
    },
  );

  api.get(
    `${BASE}/users/:id/data`,
    { schema: { ...schema, params: IdParams } },
    async (request, reply) => {
      const actor = await administrator(request);
      const user = await existing(request.params.id);
      await recordQuery(audit, actor, 'user data', { user: user.id });
      reply.header('content-disposition', attachment('user-data.json'));
      return accountDataAnswer(await accountData(parts, user));
    },
  );

  api.delete(`${BASE}/users/:id`, { schema: { ...schema, params: IdParams } }, async (request) => {
    const actor = administratorActor(await administrator(request));
    await eraseAccount(parts, await existing(request.params.id), actor);
    return {};
  });

  api.get(
    `${BASE}/templates`,
    { schema: { ...schema, querystring: TemplatesQuery } },
    async (request) => {
      const { client, after, limit = 100 } = request.query;
      await recordQuery(audit, await administrator(request), 'templates', request.query);
      const from = after === undefined ? undefined : parseClassId(after);
      return listTemplates(parts, client, { after: from, limit });
    },
  );

  api.delete(
    `${BASE}/templates/:client/:classId`,
    {
      schema: {
        ...schema,
        params: Type.Object({ client: Type.String(), classId: Type.String() }),
      },
    },
    async (request) => {
      const { client, classId } = request.params;
      await eraseTemplate(parts, await administrator(request), client, parseClassId(classId));
      return {};
    },
  );

  async function existing(id: string): Promise<User> {
    const user = await accounts.users.find(id);
    if (user === undefined) throw new NotFound('There is no such user.');
    return user;
  }
}
