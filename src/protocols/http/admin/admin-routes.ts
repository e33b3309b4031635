/** Administration below `/admin/v1`: clients. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  DESCRIBED_SETTINGS,
  type SettingChanges,
} from '../../../access/clients/client-settings.ts';
import type { PublicKey } from '../../../access/clients/public-keys.ts';
import {
  administerClients,
  describeClient,
  listClients,
  withRevision,
} from '../../../operations/admin/administer-clients.ts';
import { onlyClientOf, requireSettingRight } from '../../../operations/rights.ts';
import { sessionOf } from '../accounts/sessions.ts';
import { pageCalls } from '../pages/page-calls.ts';
import type { AdminParts } from '../parts.ts';
import {
  actorOf,
  BASE,
  ClientQuery,
  change,
  closedBody,
  look,
  OverlapBody,
  unrecorded,
} from './administration.ts';

/** Checked by the table of settings, which names each fault. */
const Settings = Type.Unsafe<SettingChanges>(Type.Object({}));

/** Everything about an application, except its secrets. */
const CHANGEABLE = {
  redirectUris: Type.Optional(Type.Array(Type.String())),
  postLogoutRedirectUris: Type.Optional(Type.Array(Type.String())),
  allowedOrigins: Type.Optional(Type.Array(Type.String())),
  publicKeys: Type.Optional(Type.Unsafe<readonly PublicKey[]>(Type.Array(Type.Object({})))),
};

const NewClientBody = closedBody({
  id: Type.String(),
  name: Type.String(),
  storage: Type.String(),
  partition: Type.String(),
  ...CHANGEABLE,
  settings: Type.Optional(Settings),
  secret: Type.Optional(Type.String()),
  key: Type.Optional(Type.String()),
});

const ChangesBody = closedBody({
  name: Type.Optional(Type.String()),
  ...CHANGEABLE,
});

/** The revision that the caller has seen (RFC 9110, section 13.1.1). Absent: any. */
function seenBy({ headers }: FastifyRequest): string | undefined {
  const given = headers['if-match'];
  return given === undefined || given === '*' ? undefined : given.replaceAll('"', '');
}

export function addAdminRoutes(app: FastifyInstance, parts: AdminParts): void {
  const { get, post, put, remove } = pageCalls(app, BASE, 'Administration');
  const { audit } = parts;
  const clientsFor = (request: FastifyRequest) =>
    administerClients(parts.clients, audit, actorOf(request));

  get(
    '/clients',
    { ...look('clients', 'see-client', 'query.client'), querystring: ClientQuery },
    async ({ query }) => listClients(parts, query.client),
  );

  get('/client-settings', unrecorded('see-client', 'nobody'), async () => DESCRIBED_SETTINGS);

  post('/clients', { ...change('change-service'), body: NewClientBody }, async (request) =>
    clientsFor(request).create(request.body),
  );

  get('/clients/:client', look('client', 'see-client', 'params.client'), async (request) =>
    describeClient(parts, request.params.client, onlyClientOf(sessionOf(request).user)),
  );

  put(
    '/clients/:client',
    { ...change('change-client', 'params.client'), body: ChangesBody },
    async (request) => {
      const clients = clientsFor(request);
      const changed = await clients.update(request.params.client, request.body, seenBy(request));
      return withRevision(changed);
    },
  );

  post(
    '/clients/:client/secrets',
    { ...change('change-client', 'params.client'), body: OverlapBody },
    async (request) => {
      const clients = clientsFor(request);
      return clients.rotateSecret(request.params.client, request.body.overlapSeconds);
    },
  );

  remove(
    '/clients/:client/secrets/older',
    change('change-client', 'params.client'),
    async (request) => {
      await clientsFor(request).endOlderSecret(request.params.client);
    },
  );

  remove(
    '/clients/:client/keys/:keyId',
    change('change-client', 'params.client'),
    async (request) => {
      const { client, keyId } = request.params;
      await clientsFor(request).endKey(client, keyId);
    },
  );

  put(
    '/clients/:client/settings',
    { ...change('change-client', 'params.client'), body: Settings },
    async (request) => {
      const { client } = request.params;
      const { settings } = await parts.clients.get(client);
      requireSettingRight(sessionOf(request).user, request.body, { ...settings });
      const seen = seenBy(request);
      return withRevision(await clientsFor(request).updateSettings(client, request.body, seen));
    },
  );

  post(
    '/clients/:client/keys',
    {
      ...change('change-client', 'params.client'),
      body: OverlapBody,
    },
    async (request) => {
      const clients = clientsFor(request);
      return clients.rotateKey(request.params.client, request.body.overlapSeconds);
    },
  );

  remove(
    '/clients/:client',
    {
      ...change('change-service'),
      querystring: Type.Object({ erase: Type.Optional(Type.Boolean()) }),
    },
    async (request) => {
      const { erase = false } = request.query;
      await clientsFor(request).delete(request.params.client, { erase });
    },
  );
}
