/** Who may do what in the administration: every route, called by every role. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Position, Role } from '../../../../src/access/accounts/role.ts';
import type { User } from '../../../../src/access/accounts/user.ts';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import { administerUsers } from '../../../../src/operations/admin/administer-users.ts';
import { createHttpServer } from '../../../../src/protocols/http/server.ts';
import { type Answer, startService, type TestService } from '../../../../testing/http/service.ts';
import { codeOf } from '../../../../testing/totp-codes.ts';

/** A caller: a role, or somebody who has none. */
type Caller = Role | 'visitor';

const CALLERS: readonly Caller[] = ['visitor', 'support', 'auditor', 'administrator', 'owner'];
const [OWNER, CLIENTS, READERS, DESK, PEOPLE] = [
  ['owner'],
  ['owner', 'administrator'],
  ['owner', 'administrator', 'auditor'],
  ['owner', 'support'],
  ['owner', 'auditor', 'support'],
];

/** Whom each route serves; `CLIENT` stands for the client it is about. */
const ROUTES: Readonly<Record<string, { readonly by: readonly string[]; readonly body?: object }>> =
  {
    'GET /clients': { by: READERS },
    'GET /clients?client=CLIENT': { by: READERS },
    'GET /client-settings': { by: READERS },
    'POST /clients': { by: OWNER, body: { id: '', name: '', storage: '', partition: '' } },
    'PUT /clients/CLIENT/settings': { by: CLIENTS, body: {} },
    'POST /clients/CLIENT/keys': { by: CLIENTS, body: {} },
    'GET /clients/CLIENT': { by: READERS },
    'PUT /clients/CLIENT': { by: CLIENTS, body: {} },
    'POST /clients/CLIENT/secrets': { by: CLIENTS, body: {} },
    'DELETE /clients/CLIENT/secrets/older': { by: CLIENTS },
    'DELETE /clients/CLIENT/keys/none': { by: CLIENTS },
    'DELETE /clients/nobody': { by: OWNER },
    'GET /templates?client=CLIENT': { by: READERS },
    'GET /templates/CLIENT/7': { by: READERS },
    'GET /templates/CLIENT/7/thumbnails': { by: CLIENTS },
    'GET /templates/CLIENT/7/data': { by: CLIENTS },
    'DELETE /templates/CLIENT/7': { by: CLIENTS },
    'POST /by-hand/CLIENT/search': { by: CLIENTS, body: { images: [] } },
    'POST /by-hand/CLIENT/verify/7': { by: CLIENTS, body: { image: '' } },
    'POST /by-hand/CLIENT/enroll/7': { by: CLIENTS, body: { images: [] } },
    'POST /receipts/verification': { by: ['owner', 'auditor'], body: { receipt: '' } },
    'GET /duplicates/CLIENT': { by: READERS },
    'GET /refused-comparisons': { by: READERS },
    'GET /refused-comparisons?client=CLIENT': { by: READERS },
    'DELETE /refused-comparisons/test/CLIENT/7': { by: CLIENTS },
    'GET /jobs': { by: READERS },
    'GET /jobs?client=CLIENT': { by: READERS },
    'GET /jobs/CLIENT/none': { by: READERS },
    'GET /charts': { by: READERS },
    'GET /charts?client=CLIENT': { by: READERS },
    'GET /failures': { by: READERS },
    'GET /failures?client=CLIENT': { by: READERS },
    'GET /health': { by: ['owner', 'auditor'] },
    'GET /audit': { by: READERS },
    'GET /audit?client=CLIENT': { by: READERS },
    'GET /audit/export?client=CLIENT': { by: READERS },
    'POST /audit/verification': { by: ['owner', 'auditor'] },
    'GET /searches?client=CLIENT': { by: READERS },
    'GET /status': { by: ['owner', 'auditor'] },
    'GET /webhooks': { by: READERS },
    'GET /webhooks?client=CLIENT': { by: READERS },
    'GET /webhooks/events': { by: READERS },
    'POST /webhooks': { by: CLIENTS, body: { clientId: 'CLIENT', url: 'file:///', events: [] } },
    'PUT /webhooks/WEBHOOK': { by: CLIENTS, body: {} },
    'POST /webhooks/WEBHOOK/secret': { by: CLIENTS, body: {} },
    'POST /webhooks/WEBHOOK/test': { by: CLIENTS },
    'GET /webhooks/WEBHOOK/messages': { by: READERS },
    'POST /webhooks/WEBHOOK/messages/none/again': { by: CLIENTS },
    'DELETE /webhooks/WEBHOOK': { by: CLIENTS },
    'GET /users': { by: PEOPLE },
    'GET /users/nobody': { by: PEOPLE },
    'POST /users/nobody/invitation': { by: DESK },
    'POST /users': { by: OWNER, body: { name: '' } },
    'POST /users/nobody/link': { by: DESK },
    'POST /users/nobody/reset': { by: DESK },
    'GET /users/nobody/browsers': { by: PEOPLE },
    'DELETE /users/nobody/browsers/none': { by: DESK },
    'POST /users/nobody/disable': { by: OWNER },
    'POST /users/nobody/enable': { by: OWNER },
    'PUT /users/nobody/role': { by: OWNER, body: { role: 'support' } },
    'DELETE /users/nobody/role': { by: OWNER },
    'GET /users/nobody/data': { by: OWNER },
    'DELETE /users/nobody': { by: OWNER },
  };

let service: TestService;
/** Cookies of sessions that began just now, with the second factor. */
const cookies = new Map<Caller, string>();
const users = new Map<Caller, User>();
const clients: CreatedClient[] = [];

beforeAll(async () => {
  service = await startService();
  for (const id of ['mine', 'other']) clients.push(await service.client(id));
  const own: Position = { role: 'administrator', client: 'mine' };
  for (const role of CALLERS) {
    const { name, position } = {
      name: `the ${role}`,
      position: role === 'visitor' ? undefined : role === 'administrator' ? own : { role },
    };
    users.set(role, await signIn(role, name, position));
  }
});
afterAll(() => service.close());

async function signIn(caller: Caller, name: string, position: Position | undefined) {
  const { accounts } = service.parts;
  const user = await accounts.users.create({ name, position });
  const { secret } = await accounts.secondFactors.setUp(user.id, name);
  await accounts.secondFactors.confirm(user.id, await codeOf(secret));
  await newSession(caller, user);
  return user;
}

async function newSession(caller: Caller, { id }: User): Promise<void> {
  const { sessions } = service.parts.accounts;
  const { token } = await sessions.begin(id, 'face', { secondFactor: true });
  cookies.set(caller, `prosopon_session=${token}`);
}

function call(caller: Caller, route: string, body?: object): Promise<Answer> {
  const [method = '', path] = route.split(' ');
  const headers = { 'x-csrf': '1', cookie: cookies.get(caller)! };
  return service.call(method, `/admin/v1${path}`, { headers, ...(body && { body }) });
}

/** Whether the call was let through, whatever became of it then. */
const mayCall = async (caller: Caller, route: string, body?: object) =>
  (await call(caller, route, body)).status !== 403;

const webhooks = new Map<string, string>();

async function webhookOf(clientId: string): Promise<string> {
  const wanted = { clientId, url: 'http://127.0.0.1:9/', events: ['job.ended'] };
  const id = webhooks.get(clientId) ?? (await service.parts.webhooks.create(wanted)).id;
  webhooks.set(clientId, id);
  return id;
}

it('are declared for every route', async () => {
  const served: string[] = [];
  const app = createHttpServer(service.parts);
  app.addHook('onRoute', ({ url, method, schema }) => {
    // Answered with 405.
    if ((schema as { readonly hide?: boolean } | undefined)?.hide === true) return;
    for (const one of [method].flat())
      if (url.startsWith('/admin/v1') && one !== 'HEAD') served.push(`${one} ${url}`);
  });
  await app.ready();
  await app.close();
  const listed = Object.keys(ROUTES).map((route) => route.replace(/\?.*/, ''));
  const unlisted = served.filter((route) => {
    const pattern = new RegExp(`^${route.replace('/admin/v1', '').replace(/:\w+/g, '[^/]+')}$`);
    return !listed.some((one) => pattern.test(one));
  });
  expect(unlisted).toEqual([]);
});

describe.each(Object.entries(ROUTES))('%s', (route, { by, body }) => {
  const about = async (client: string) => {
    const webhook = route.includes('WEBHOOK') ? await webhookOf(client) : '';
    const filled = (text: string) => text.replace('CLIENT', client).replace('WEBHOOK', webhook);
    return [filled(route), body && JSON.parse(filled(JSON.stringify(body)))] as const;
  };

  it(`serves ${by.join(', ')}, and tells administrators of no client but theirs`, async () => {
    for (const caller of CALLERS)
      expect(await mayCall(caller, ...(await about('mine'))), caller).toBe(by.includes(caller));
    if (!/CLIENT|WEBHOOK/.test(route + JSON.stringify(body))) return;
    const refused = { status: 403, json: { message: 'You administer the client mine only.' } };
    const others = route.includes('WEBHOOK') ? ['other'] : ['other', 'accounts', 'nobody'];
    for (const client of others)
      expect(await call('administrator', ...(await about(client))), client).toMatchObject(refused);
  });
});

describe('an administrator of one client', () => {
  it('sees only that client by default', async () => {
    await webhookOf('other');
    await service.parts.audit.append({
      event: 'search',
      actor: 'x',
      clientId: 'other',
      details: {},
    });
    for (const path of ['/clients', '/webhooks', '/audit', '/audit/export', '/jobs']) {
      const { status, text } = await call('administrator', `GET ${path}`);
      expect(status).toBe(200);
      expect(text, path).not.toContain('"other"');
    }
    expect((await call('owner', 'GET /clients')).json).toHaveLength(2);
  });

  it('gets no other client, however it asks', async () => {
    for (const query of [
      'client=mine&client=other',
      'client=other&client=mine',
      'client=MINE',
      'client=mine%20',
      'client=mine%00',
      'Client=other&client=accounts',
    ])
      for (const path of [
        '/clients',
        '/jobs',
        '/audit',
        '/audit/export',
        '/searches',
        '/failures',
      ]) {
        const { status, text } = await call('administrator', `GET ${path}?${query}`);
        expect([400, 403], `${path}?${query}`).toContain(status);
        expect(text).not.toContain('other');
      }
    // An empty value is absent: the answer is about their client.
    for (const path of ['/clients', '/jobs', '/audit', '/audit/export', '/failures']) {
      const { status, text } = await call('administrator', `GET ${path}?client=`);
      expect(status, path).toBe(200);
      expect(text, path).not.toContain('"other"');
    }
    expect((await call('administrator', 'GET /searches?client=')).text).not.toContain('other');
    expect((await call('administrator', 'GET /jobs?client[]=other')).text).not.toContain('"other"');
    for (const path of ['/clients/mine%2F..%2Fother', '/clients/mine/../other', '/clients//other'])
      expect([403, 404]).toContain((await call('administrator', `GET ${path}`)).status);
  });

  it("moves neither its client nor a webhook to other clients' places, nor records so in the trail", async () => {
    const elsewhere = { storage: 'test', partition: 'other', clientId: 'other', change: 'deleted' };
    const client = 'PUT /clients/mine';
    for (const [name, value] of Object.entries(elsewhere))
      expect(await call('administrator', client, { name: 'Mine', [name]: value })).toMatchObject({
        status: 400,
        json: { message: `${name}: no such member` },
      });
    await call('administrator', client, { name: 'Mine' });
    const [entry] = await service.parts.audit.list({ client: 'mine', limit: 1 });
    expect(entry?.details).toEqual({ change: 'changed', name: 'Mine' });
    await call('administrator', `${client}/settings`, elsewhere);
    webhooks.delete('mine');
    const webhook = await webhookOf('mine');
    await call('administrator', `PUT /webhooks/${webhook}`, { enabled: true, ...elsewhere });
    const kept = (await call('owner', 'GET /clients/mine')).json;
    expect(kept).toMatchObject({ id: 'mine', storage: 'test', partition: 'mine' });
    expect((await service.parts.webhooks.find(webhook)).clientId).toBe('mine');
    expect((await call('owner', 'GET /clients/other')).json).toMatchObject({ name: 'other' });
  });

  it('reads no entry of the trail by its place, person or transaction', async () => {
    const { audit } = service.parts;
    const about = { event: 'search', actor: 'client:other', clientId: 'other' } as const;
    await audit.append({ ...about, transactionId: 'hush', details: { candidates: [7] } });
    const [{ seq } = { seq: 0n }] = await audit.list({ client: 'other', limit: 1 });
    const [latest] = await audit.list({ limit: 1 });
    for (const query of [
      `before=${latest!.seq + 1n}`,
      `before=${seq + 1n}&limit=1`,
      'transactionId=hush',
      'actor=client:other',
      'person=7',
      'event=search',
    ])
      for (const path of ['/audit', '/audit/export', '/searches']) {
        const asked = `${path}?${query}&looks=others`;
        const { status, text } = await call('administrator', `GET ${asked}`);
        expect(status, asked).toBe(200);
        expect(text, asked).not.toMatch(/other|hush/);
      }
  });

  it('loses the role with the client, even for a later client of that id', async () => {
    await service.client('short');
    const { users: registry, positions } = service.parts.accounts;
    const { id } = await registry.create({ name: 'short' });
    await positions.give(id, { role: 'administrator', client: 'short' });
    await service.deleteClient('short');
    await service.client('short');
    expect(await registry.find(id)).toMatchObject({ admin: false, position: undefined });
  });
});

describe('a position', () => {
  const roleOf = async (caller: Caller) =>
    (await service.parts.accounts.users.find(users.get(caller)!.id))?.position?.role;

  it('cannot be granted to oneself, and only by owners', async () => {
    for (const caller of ['visitor', 'support', 'auditor', 'administrator'] as const) {
      const self = users.get(caller)!.id;
      for (const target of [self, users.get('visitor')!.id]) {
        const answer = await call(caller, `PUT /users/${target}/role`, { role: 'owner' });
        expect(answer.status, caller).toBe(403);
      }
      const made = await call(caller, 'POST /users', { name: 'x', position: { role: 'owner' } });
      expect(made.status, caller).toBe(403);
      expect(await roleOf(caller)).toBe(caller === 'visitor' ? undefined : caller);
    }
  });

  it('cannot be gained by a link or a lost second factor of a user with a role', async () => {
    for (const target of ['owner', 'administrator', 'auditor', 'support'] as const)
      for (const what of ['link', 'reset', 'invitation'])
        expect(await call('support', `POST /users/${users.get(target)!.id}/${what}`)).toMatchObject(
          {
            status: 403,
            json: { message: 'Only owners may do this to a user who has a role.' },
          },
        );
    const { id } = users.get('visitor')!;
    expect((await call('support', `POST /users/${id}/link`)).status).toBe(200);
  });

  it('is not gained by an earlier session or link', async () => {
    const { accounts } = service.parts;
    const user = await accounts.users.create({ name: 'promoted' });
    const { json } = await call('support', `POST /users/${user.id}/link`);
    const [, unused] = json.link.split('#');
    const before = await accounts.sessions.begin(user.id, 'link');
    await call('owner', `PUT /users/${user.id}/role`, { role: 'owner' });
    expect(await accounts.sessions.find(before.token)).toBeUndefined();
    expect(await accounts.links.redeem(unused)).toBeUndefined();
    // Whoever has one already goes on with another.
    const { token } = await accounts.sessions.begin(user.id, 'face');
    await call('owner', `PUT /users/${user.id}/role`, { role: 'auditor' });
    expect(await accounts.sessions.find(token)).toBeDefined();
  });

  it('is not gained if it is granted while a link is made', async () => {
    const { accounts, audit, templates } = service.parts;
    const user = await accounts.users.create({ name: 'promoted meanwhile' });
    const links = {
      ...accounts.links,
      create: async (...wanted: Parameters<typeof accounts.links.create>) => {
        await accounts.positions.give(user.id, { role: 'owner' });
        return accounts.links.create(...wanted);
      },
    };
    const parts = { accounts: { ...accounts, links }, audit, templates };
    const desk = administerUsers(parts, 'support');
    await expect(desk.link(user)).rejects.toThrow('was given a role meanwhile');
    await accounts.positions.give(user.id, undefined);
  });

  it('of the last owner stays, whatever two owners do to each other at once', async () => {
    const { id } = users.get('owner')!;
    const last = { status: 403, json: { message: expect.stringMatching(/is the last owner/) } };
    for (const route of [
      `DELETE /users/${id}/role`,
      `POST /users/${id}/disable`,
      `DELETE /users/${id}`,
    ])
      expect(await call('owner', route)).toMatchObject(last);
    expect(await call('owner', `PUT /users/${id}/role`, { role: 'support' })).toMatchObject(last);
    const { positions, users: registry } = service.parts.accounts;
    const other = await registry.create({ name: 'another owner', position: { role: 'owner' } });
    const both = await Promise.all([positions.give(id, undefined), positions.disable(other.id)]);
    expect(both.toSorted()).toEqual([false, true]);
    await positions.enable(other.id);
    await positions.give(id, { role: 'owner' });
    await positions.give(other.id, undefined);
    await newSession('owner', users.get('owner')!);
  });

  it('has an existing client for administrators, and none for others', async () => {
    const path = `PUT /users/${users.get('visitor')!.id}/role`;
    const give = async (position: object) => (await call('owner', path, position)).status;
    expect(await give({ role: 'administrator' })).toBe(400);
    expect(await give({ role: 'auditor', client: 'mine' })).toBe(400);
    expect(await give({ role: 'administrator', client: 'nobody' })).toBe(404);
    expect(await give({ role: 'king' })).toBe(400);
  });
});

it.each([{ auditRetentionDays: 1 }, { retentionDays: 0 }, { failedVerifications: 0 }])(
  'administrators of one client do not change %o',
  async (settings) => {
    const path = 'PUT /clients/mine/settings';
    expect((await call('administrator', path, settings)).status).toBe(403);
    expect((await call('administrator', path, { topMatches: 3 })).status).toBe(200);
  },
);

it('can be created, invited, disabled and re-enabled, all in the audit trail', async () => {
  const wanted = { name: 'Mia', email: 'mia@example.org', invite: true };
  const { status, json } = await call('owner', 'POST /users', wanted);
  expect({ status, json }).toEqual({
    status: 200,
    json: { id: expect.any(String), name: 'Mia', mailed: true },
  });
  expect(service.mails.at(-1)).toMatchObject({
    to: 'mia@example.org',
    text: expect.stringMatching(/\/link#[\w-]{43}\n\nService: Prosopon, http/),
  });
  const { accounts } = service.parts;
  const { token } = await accounts.sessions.begin(json.id, 'face');
  const link = await accounts.links.create(json.id, 'enrol');
  const kind = async () =>
    (
      await service.call('GET', '/account/v1/session', {
        headers: { cookie: `prosopon_session=${token}` },
      })
    ).json.kind;
  expect(await kind()).toBe('face');
  expect((await call('owner', `POST /users/${json.id}/disable`)).status).toBe(200);
  expect(await kind()).toBeNull();
  expect(await accounts.links.redeem(link.token)).toBeUndefined();
  await expect(accounts.sessions.begin(json.id, 'face')).rejects.toThrow('disabled');
  await expect(accounts.links.create(json.id, 'enrol')).rejects.toThrow('disabled');
  await call('owner', `POST /users/${json.id}/enable`);
  await call('owner', `PUT /users/${json.id}/role`, { role: 'administrator', client: 'mine' });
  const entries = await service.parts.audit.list({ event: 'account-change', limit: 6 });
  const changes = entries.map(({ actor, details }) => [
    actor,
    (details as { change: string }).change,
  ]);
  const by = 'account:the owner';
  expect(changes.map(([, change]) => change)).toEqual([
    'role',
    'enabled',
    'disabled',
    'invited',
    'link made',
    'created',
  ]);
  expect(changes.every(([actor]) => actor === by)).toBe(true);
  expect(JSON.stringify(entries.map(({ details }) => details))).not.toContain(link.token);
});
