/** Administration below `/admin/v1`: clients, users and templates. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { User } from '../../../access/accounts/user.ts';
import { DESCRIBED_SETTINGS, type SettingChanges } from '../../../access/client-settings.ts';
import { NotFound } from '../../../errors.ts';
import { accountData, eraseAccount } from '../../../operations/account-data.ts';
import { enrolmentLink } from '../../../operations/account-mail.ts';
import { administerClients } from '../../../operations/administer-clients.ts';
import { describeUsers, eraseTemplate, listTemplates } from '../../../operations/administration.ts';
import { parseClassId } from '../../class-id.ts';
import { accountDataAnswer } from '../accounts/account-answers.ts';
import type { HttpParts } from '../parts.ts';
import { attachment } from '../plugins/common-headers.ts';
import { pageCalls } from '../plugins/page-calls.ts';
import { actorOf, BASE, CHANGE, freshLook, look, UNRECORDED } from './administration.ts';

/** Checked by the table of settings, which names what is wrong. */
const Settings = Type.Unsafe<SettingChanges>(Type.Object({}));

const NewClientBody = Type.Object({
  id: Type.String(),
  name: Type.String(),
  storage: Type.String(),
  partition: Type.String(),
  redirectUris: Type.Optional(Type.Array(Type.String())),
  allowedOrigins: Type.Optional(Type.Array(Type.String())),
  settings: Type.Optional(Settings),
  secret: Type.Optional(Type.String()),
  key: Type.Optional(Type.String()),
});

const TemplatesQuery = Type.Object({
  client: Type.String(),
  after: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
});

// Long: a list, one route after the other.
export function addAdminRoutes(app: FastifyInstance, parts: HttpParts): void {
  const { get, post, put, remove } = pageCalls(app, BASE, 'Administration');
  const { accounts, audit } = parts;
  const clientsFor = (request: FastifyRequest) =>
    administerClients(parts.clients, audit, actorOf(request));

  get('/clients', look('clients'), async () => parts.clients.list());

  get('/client-settings', UNRECORDED, async () => DESCRIBED_SETTINGS);

  post('/clients', { ...CHANGE, body: NewClientBody }, async (request) =>
    clientsFor(request).create(request.body),
  );

  put('/clients/:id/settings', { ...CHANGE, body: Settings }, async (request) => {
    const clients = clientsFor(request);
    return clients.updateSettings(request.params.id, request.body);
  });

  post(
    '/clients/:id/keys',
    {
      ...CHANGE,
      body: Type.Object({ overlapSeconds: Type.Optional(Type.Integer({ minimum: 0 })) }),
    },
    async (request) => {
      const clients = clientsFor(request);
      return clients.rotateKey(request.params.id, request.body.overlapSeconds);
    },
  );

  remove(
    '/clients/:id',
    {
      ...CHANGE,
      querystring: Type.Object({ erase: Type.Optional(Type.Boolean()) }),
    },
    async (request) => {
      const { erase = false } = request.query;
      await clientsFor(request).delete(request.params.id, { erase });
      return {};
    },
  );

  get('/users', look('users'), async () => describeUsers(parts, accounts));

  post('/users/:user/link', freshLook('enrolment link'), async (request) => {
    const user = await existing(request.params.user);
    return enrolmentLink(accounts, user);
  });

  get('/users/:user/data', freshLook('user data'), async (request, reply) => {
    const user = await existing(request.params.user);
    reply.header('content-disposition', attachment('user-data.json'));
    return accountDataAnswer(await accountData(parts, user));
  });

  remove('/users/:id', CHANGE, async (request) => {
    const actor = actorOf(request);
    await eraseAccount(parts, await existing(request.params.id), actor);
    return {};
  });

  get('/templates', { ...look('templates'), querystring: TemplatesQuery }, async (request) => {
    const { client, after, limit = 100 } = request.query;
    const from = after === undefined ? undefined : parseClassId(after);
    return listTemplates(parts, client, { after: from, limit });
  });

  remove('/templates/:client/:classId', CHANGE, async (request) => {
    const { client, classId } = request.params;
    await eraseTemplate(parts, actorOf(request), client, parseClassId(classId));
    return {};
  });

  async function existing(id: string): Promise<User> {
    const user = await accounts.users.find(id);
    if (user === undefined) throw new NotFound('There is no such user.');
    return user;
  }
}
