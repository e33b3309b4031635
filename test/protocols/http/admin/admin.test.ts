/** Administration over real HTTP: who may, what is shown, and that every look is on record. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNTS, type User } from '../../../../src/access/accounts/user.ts';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import { enrolmentLink } from '../../../../src/operations/accounts/account-mail.ts';
import { testEngine } from '../../../../testing/engine.ts';
import { type Browser, openBrowser } from '../../../../testing/http/browser.ts';
import { base64, startService, type TestService } from '../../../../testing/http/service.ts';
import { portraitJpeg } from '../../../../testing/photos.ts';
import { feature } from '../../../../testing/template-samples.ts';
import { codeOf } from '../../../../testing/totp-codes.ts';
import { startReceiver, verified } from '../../../../testing/webhook-receiver.ts';

let engine: FaceEngine;
let service: TestService;
let root: User;
/** Where root has signed in. */
let desk: Browser;
let secret: string;
let browser: Browser;

beforeAll(async () => {
  engine = await testEngine();
  service = await startService(engine);
  root = await service.parts.accounts.users.create({ name: 'root', admin: true });
  browser = openBrowser(service.base);
  await enter(root);
  desk = browser;
});
afterAll(async () => {
  await service.close();
  await engine.close();
});
beforeEach(async () => {
  browser = openBrowser(service.base);
});

const call = (method: string, path: string, body?: unknown) =>
  browser.call(method, path, body, { 'x-csrf': '1' });
const admin = async (method: string, path: string, body?: unknown) =>
  (await call(method, `/admin/v1${path}`, body)).json;

/** Signs in with a one-time link. */
async function enter(user: User): Promise<void> {
  const { link } = await enrolmentLink(service.parts.accounts, user);
  const token = link.split('#')[1];
  const { status } = await call('POST', '/account/v1/links', { token });
  expect(status).toBe(200);
  expect((await call('POST', '/account/v1/links', { token })).status).toBe(404);
}

/** What somebody is told who has to do something else first. */
const first = (step: string) => ({ status: 403, json: { details: [{ step }] } });

const ADDRESSES = [
  '/clients',
  '/client-settings',
  '/users',
  '/users/1/data',
  '/templates?client=club',
  '/duplicates/club',
  '/refused-comparisons',
  '/jobs',
  '/charts',
  '/health',
  '/failures',
  '/audit',
  '/audit/export',
  '/searches',
  '/webhooks',
  '/webhooks/events',
  '/status',
];

it('accepts calls from its own pages only, and small ones', async () => {
  const path = '/account/v1/sign-in';
  const body = { identifier: 'root' };
  const csrf = { 'x-csrf': '1' };
  expect((await browser.call('POST', path, body)).status).toBe(403);
  for (const headers of [
    { ...csrf, origin: 'https://evil.example' },
    { ...csrf, origin: 'null' },
    { ...csrf, 'sec-fetch-site': 'cross-site' },
  ])
    expect((await browser.call('POST', path, body, headers)).status).toBe(403);
  const own = { ...csrf, origin: service.base, 'sec-fetch-site': 'same-origin' };
  expect((await browser.call('POST', path, body, own)).status).toBe(200);
  const large = { identifier: 'x'.repeat(17 * 1024 * 1024) };
  expect((await browser.call('POST', path, large, csrf)).status).toBe(413);
});

it('is open to administrators only', async () => {
  for (const path of ADDRESSES) expect((await call('GET', `/admin/v1${path}`)).status).toBe(401);
  await enter(await service.parts.accounts.users.create({ name: 'visitor' }));
  for (const path of ADDRESSES) expect((await call('GET', `/admin/v1${path}`)).status).toBe(403);
  browser = openBrowser(service.base);
  await call('POST', '/account/v1/registration', { name: 'newcomer' });
  expect((await call('GET', '/admin/v1/users')).status).toBe(403);
});

/** Method, address and body of what only a fresh sign-in may do. */
const CHANGES = [
  ['POST', '/admin/v1/clients', {}],
  ['PUT', '/admin/v1/clients/shop/settings', {}],
  ['POST', '/admin/v1/clients/shop/keys', {}],
  ['DELETE', '/admin/v1/clients/shop'],
  ['POST', '/admin/v1/users/1/link'],
  ['GET', '/admin/v1/users/1/data'],
  ['DELETE', '/admin/v1/users/1'],
  ['DELETE', '/admin/v1/templates/club/7'],
  ['POST', '/admin/v1/webhooks', {}],
  ['PUT', '/admin/v1/webhooks/1', {}],
  ['POST', '/admin/v1/webhooks/1/secret', {}],
  ['POST', '/admin/v1/webhooks/1/test'],
  ['DELETE', '/admin/v1/webhooks/1'],
  ['PUT', '/account/v1/email', { email: 'root@example.org' }],
  ['POST', '/account/v1/second-factor'],
  ['DELETE', '/account/v1/second-factor', { code: '000000' }],
  ['POST', '/account/v1/face', {}],
  ['POST', '/account/v1/face/challenge'],
  ['GET', '/account/v1/data'],
  ['DELETE', '/account/v1', { name: 'root' }],
] as const;

describe('the second factor of an administrator', () => {
  it('must be set up before anything else', async () => {
    browser = desk;
    const session = { kind: 'link', step: 'second-factor-set-up', user: { admin: true } };
    expect((await call('GET', '/account/v1/session')).json).toMatchObject(session);
    for (const path of ADDRESSES)
      expect(await call('GET', `/admin/v1${path}`)).toMatchObject(first(session.step));
    for (const path of ['applications', 'data'])
      expect(await call('GET', `/account/v1/${path}`)).toMatchObject(first(session.step));
    ({ secret } = (await call('POST', '/account/v1/second-factor')).json);
    const wrong = await call('PUT', '/account/v1/second-factor', { code: '000000' });
    expect(wrong.status).toBe(400);
    expect((await call('GET', '/admin/v1/users')).status).toBe(403);
    const code = await codeOf(secret, -1);
    expect((await call('PUT', '/account/v1/second-factor', { code })).json).toMatchObject({
      step: null,
      user: { secondFactor: true },
    });
    expect((await call('GET', '/admin/v1/users')).status).toBe(200);
  });

  it('is demanded in every session, even one that began with a link', async () => {
    await enter(root);
    const session = (await call('GET', '/account/v1/session')).json;
    expect(session).toMatchObject({ kind: 'link', step: 'second-factor' });
    for (const path of ADDRESSES)
      expect(await call('GET', `/admin/v1${path}`)).toMatchObject(first('second-factor'));
    expect(await call('POST', '/account/v1/second-factor')).toMatchObject(first('second-factor'));
    expect(await call('POST', '/account/v1/face', {})).toMatchObject(first('second-factor'));
    const give = (code: string) => call('POST', '/account/v1/session/second-factor', { code });
    expect((await give('000000')).status).toBe(400);
    const code = await codeOf(secret);
    expect((await give(code)).json).toMatchObject({ step: null });
    expect((await call('GET', '/admin/v1/users')).status).toBe(200);
  });

  it('stays as long as the user is an administrator', async () => {
    browser = desk;
    const code = await codeOf(secret, 1);
    expect((await call('DELETE', '/account/v1/second-factor', { code })).status).toBe(403);
    expect((await call('GET', '/account/v1/session')).json.user.secondFactor).toBe(true);
  });
});

it('cannot be changed in a session older than ten minutes, which still shows everything', async () => {
  browser = desk;
  const { storage, partition } = ACCOUNTS;
  await service.parts.templates.update({ storage, partition, classId: root.classId }, () => ({
    encoderVersion: 1,
    features: [feature()],
    tags: [],
    thumbnails: [],
  }));
  await service.signedInAgo(root.id, 11);
  expect((await call('GET', '/account/v1/session')).json).toMatchObject({ step: null });
  for (const [method, path, body] of CHANGES)
    expect(await call(method, path, body), path).toMatchObject(first('sign-in'));
  for (const path of ['/clients', '/users', '/jobs', '/audit', '/status'])
    expect((await call('GET', `/admin/v1${path}`)).status).toBe(200);
  await service.signedInAgo(root.id, 0);
  for (const [method, path, body] of CHANGES)
    expect((await call(method, path, body)).json.details ?? [], path).toEqual([]);
});

describe('an administrator', () => {
  beforeEach(() => {
    browser = desk;
  });

  it('registers, changes and deletes clients', async () => {
    const created = await admin('POST', '/clients', {
      id: 'shop',
      name: 'My shop',
      storage: 'shop',
      partition: '1',
      redirectUris: ['https://shop.example/cb'],
    });
    expect(created).toMatchObject({
      id: 'shop',
      secret: expect.any(String),
      key: expect.any(String),
    });
    expect(await admin('GET', '/clients')).toMatchObject([{ id: 'shop', name: 'My shop' }]);
    expect(JSON.stringify(await admin('GET', '/clients'))).not.toContain(created.secret);
    const changed = await admin('PUT', '/clients/shop/settings', { requireSecondFactor: true });
    expect(changed.settings).toMatchObject({ requireSecondFactor: true, thumbnails: true });
    for (const wrong of [{ thumbnails: 1 }, { allowedOperations: 5 }, { colour: 'red' }])
      expect((await call('PUT', '/admin/v1/clients/shop/settings', wrong)).status).toBe(400);
    const freed = await admin('PUT', '/clients/shop/settings', { allowedOperations: null });
    expect(freed.settings).not.toHaveProperty('allowedOperations');
    expect(await admin('GET', '/client-settings')).toContainEqual(
      expect.objectContaining({ name: 'topMatches', standard: 10 }),
    );
    const forEver = { overlapSeconds: 1e15 };
    expect((await call('POST', '/admin/v1/clients/shop/keys', forEver)).status).toBe(400);
    expect(await admin('POST', '/clients/shop/keys', {})).toEqual({
      key: expect.any(String),
      keyId: expect.not.stringMatching(created.keyId),
    });
    expect((await call('POST', '/admin/v1/clients', { id: 'accounts' })).status).toBe(400);
    expect(await admin('DELETE', '/clients/shop')).toEqual({});
    expect((await call('DELETE', '/admin/v1/clients/shop')).status).toBe(404);
  });

  it('learns which field was refused, and why', async () => {
    const shop = { id: 'shop', name: 'Shop', storage: 'shop', partition: '1' };
    await admin('POST', '/clients', shop);
    const refused = async (path: string, body: object, method: 'POST' | 'PUT' = 'POST') => {
      const { status, json } = await call(method, `/admin/v1${path}`, body);
      return [status, ...json.details];
    };
    const own = { ...shop, id: 'own' };
    const cases = [
      [shop, 'id', 'taken'],
      [{ ...own, id: 'a b' }, 'id', 'malformed'],
      [{ ...own, id: 'service' }, 'id', 'reserved'],
      [{ ...own, storage: 'accounts' }, 'storage', 'reserved'],
      [{ ...own, name: ' Own' }, 'name', 'malformed'],
      [{ ...own, redirectUris: ['https://a.example', 'b'] }, 'redirectUris[1]', 'malformed'],
      [{ ...own, allowedOrigins: Array(101).fill('x') }, 'allowedOrigins', 'too-many'],
      [{ ...own, secret: '0'.repeat(64) }, 'secret', 'guessable'],
      [{ ...own, key: '?' }, 'key', 'malformed'],
      [{ ...own, settings: { topMatches: 0 } }, 'settings.topMatches', 'malformed'],
    ] as const;
    for (const [client, field, flaw] of cases)
      expect(await refused('/clients', client), field).toEqual([400, { field, flaw }]);
    // Blank text is absent, and a client needs a name.
    const blank = await call('POST', '/admin/v1/clients', { ...own, name: ' ' });
    expect(blank).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining('name') },
    });
    const [path, wrong] = ['/clients/shop/settings', { retentionDays: -1 }];
    expect(await refused(path, wrong, 'PUT')).toEqual([
      400,
      { field: 'settings.retentionDays', flaw: 'malformed' },
    ]);
    const hook = { clientId: 'shop', url: 'http://192.0.2.1/', events: ['job.ended'] };
    expect(await refused('/webhooks', hook)).toEqual([400, { field: 'url', flaw: 'not-public' }]);
    const events = [400, { field: 'events', flaw: 'malformed' }];
    expect(await refused('/webhooks', { ...hook, url: 'https://a.example', events: [] })).toEqual(
      events,
    );
    await admin('DELETE', '/clients/shop');
  });

  it('sees refused comparisons, and lets a class be compared again', async () => {
    const { refusedComparisons } = service.parts;
    const classId = 2n ** 62n + 1n;
    const place = { storage: 'accounts', partition: '1' };
    for (let i = 0; i < 30; i++) await refusedComparisons.count({ ...place, classId }, 30, 1);
    const { text } = await call('GET', '/admin/v1/refused-comparisons');
    expect(text).toContain(`"classId":${classId}`);
    expect(JSON.parse(text)).toMatchObject([{ ...place, refused: 30, limit: 30, atLimit: true }]);
    const path = `/refused-comparisons/accounts/1/${classId}`;
    expect(await admin('DELETE', path)).toEqual({});
    expect((await call('DELETE', `/admin/v1${path}`)).status).toBe(404);
    expect(await admin('GET', '/refused-comparisons')).toEqual([]);
    const [forgotten] = await service.parts.audit.list({ event: 'comparison-limit' });
    expect(forgotten).toMatchObject({
      actor: 'account:root',
      details: { change: 'forgotten', classId },
    });
  });

  it("sees users, sends a link, exports a user's data and erases a user", async () => {
    const { users } = service.parts.accounts;
    const eve = await users.create({ name: 'Eve', email: 'eve@example.org' });
    const known = {
      id: eve.id,
      name: 'Eve',
      email: 'eve@example.org',
      emailConfirmed: false,
      admin: false,
      role: null,
      client: null,
      disabled: false,
      enrolled: false,
      secondFactor: false,
      created: eve.created.toISOString(),
    };
    expect((await admin('GET', '/users')).users).toContainEqual(known);
    expect(await admin('GET', `/users/${eve.id}`)).toEqual(known);
    expect((await call('GET', '/admin/v1/users/nobody')).status).toBe(404);
    expect(await admin('POST', `/users/${eve.id}/link`)).toMatchObject({
      link: expect.stringMatching(/\/link#[\w-]{43}$/),
    });
    expect(await admin('GET', `/users/${eve.id}/data`)).toMatchObject({
      user: { name: 'Eve', email: 'eve@example.org' },
      face: { available: false },
    });
    const { receipt } = await admin('DELETE', `/users/${eve.id}`);
    expect(await admin('POST', '/receipts/verification', { receipt })).toMatchObject({
      ...{ proven: true, erased: { what: 'account', id: eve.id, name: 'Eve' } },
      // The trail itself does not say whose account it was.
      entry: { details: { what: 'account', receipt: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    });
    expect(await users.find(eve.id)).toBeUndefined();
  });

  it('cannot be erased by anybody while there is no other one', async () => {
    for (const [path, body] of [
      [`/admin/v1/users/${root.id}`],
      ['/account/v1', { name: 'root' }],
    ] as const)
      expect(await call('DELETE', path, body)).toMatchObject({
        status: 403,
        json: { message: expect.stringMatching(/^root is the last owner/) },
      });
    expect(await service.parts.accounts.users.find(root.id)).toMatchObject({ admin: true });
  });

  it('creates, tests, renews, disables, enables and deletes a webhook', async () => {
    const receiver = await startReceiver();
    await service.client('hooked');
    const wanted = { clientId: 'hooked', url: receiver.url, events: ['face.deleted'] };
    const { id, secret } = await admin('POST', '/webhooks', wanted);
    expect(await call('POST', '/admin/v1/webhooks', { ...wanted, url: 'file:///x' })).toMatchObject(
      {
        status: 400,
      },
    );
    expect(await admin('POST', `/webhooks/${id}/test`)).toEqual({ taken: true, problem: null });
    expect(verified(secret, receiver.received[0]!)).toMatchObject({
      type: 'webhook.test',
      data: { webhookId: id },
    });
    const renewed = await admin('POST', `/webhooks/${id}/secret`, { overlapSeconds: 0 });
    receiver.answers(500);
    expect(await admin('POST', `/webhooks/${id}/test`)).toMatchObject({ problem: 'answered 500' });
    expect(verified(renewed.secret, receiver.received[0]!)).toMatchObject({ type: 'webhook.test' });
    await admin('PUT', `/webhooks/${id}`, { events: ['job.ended'], enabled: false });
    const [listed] = (await admin('GET', '/webhooks')) as [object];
    expect(listed).toMatchObject({ id, events: ['job.ended'], health: { lost: 0 } });
    expect(JSON.stringify(listed)).not.toContain('whsec_');
    expect(await admin('PUT', `/webhooks/${id}`, { enabled: true })).toMatchObject({
      health: { disabled: null },
    });
    await admin('DELETE', `/webhooks/${id}`);
    expect((await call('PUT', `/admin/v1/webhooks/${id}`, { enabled: true })).status).toBe(404);
    const entries = await admin('GET', '/audit?event=client-change&client=hooked');
    const changes = entries.map(({ details }: { details: { change: string } }) => details.change);
    expect(changes).toEqual([
      'webhook deleted',
      'webhook enabled',
      'webhook disabled',
      'webhook changed',
      'webhook secret rotated',
      'webhook created',
    ]);
    expect(JSON.stringify(entries)).not.toContain('whsec_');
    await receiver.close();
  });

  it('sees templates page by page and erases one', async () => {
    const client = await service.client('club');
    const image = base64(await portraitJpeg(3));
    for (const classId of ['7', '9007199254740993'])
      await service.call('POST', `/api/face/v1/enroll/${classId}`, { client, body: [{ image }] });
    const first = await admin('GET', '/templates?client=club&limit=1');
    expect(first).toMatchObject({ templates: [{ classId: 7, featureVectors: 1, intact: true }] });
    const { text } = await call('GET', `/admin/v1/templates?client=club&after=${first.next}`);
    expect(text).toContain('"classId":9007199254740993');
    expect(await admin('GET', '/templates/club/7')).toMatchObject({
      ...{ client: 'club', classId: 7, available: true, intact: true, tags: [], featureVectors: 1 },
      history: [{ operation: 'enroll', status: 'SUCCEEDED' }],
    });
    const [picture] = await admin('GET', '/templates/club/7/thumbnails');
    expect(Buffer.from(picture.png, 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect((await admin('GET', '/templates/club/7/data')).thumbnails).toEqual([picture]);
    const looks = await service.parts.audit.list({ event: 'query', limit: 2 });
    const query = { client: 'club', classId: '7' };
    expect(looks.map(({ details }) => details)).toEqual([
      { what: 'person data', query },
      { what: 'thumbnails', query },
    ]);
    const twice = await call('GET', '/admin/v1/duplicates/club');
    expect(twice.json).toMatchObject({ complete: true, pairs: [{}] });
    expect(twice.text).toContain('"classIds":[7,9007199254740993]');
    const [look] = await service.parts.audit.list({ event: 'query', limit: 1 });
    expect(look).toMatchObject({
      ...{ actor: 'account:root', clientId: 'club' },
      details: { what: 'duplicates', query: { client: 'club' } },
    });
    expect((await call('GET', '/admin/v1/duplicates/nobody')).status).toBe(404);
    const { receipt } = await admin('DELETE', '/templates/club/7');
    const check = (text: string) =>
      call('POST', '/admin/v1/receipts/verification', { receipt: text });
    expect((await check(receipt)).json).toMatchObject({
      ...{ proven: true, signed: true, entry: { actor: 'account:root', clientId: 'club' } },
      erased: { what: 'template', client: 'club', classId: '7', thumbnailsStored: 1 },
    });
    const never = await service.parts.accounts.receipts.sign({ what: 'template', classId: '8' });
    expect((await check(never)).json).toMatchObject({ signed: true, entry: null, proven: false });
    const [head, , signature] = receipt.split('.');
    const claims = { iat: Math.floor(Date.now() / 1000), jti: 'x', erased: { classId: '9' } };
    const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature];
    expect((await check(forged.join('.'))).json).toMatchObject({ signed: false, proven: false });
    for (const none of ['', 'x.y.z', 'a'.repeat(9000)])
      expect((await check(none)).status).toBe(400);
    expect((await call('DELETE', '/admin/v1/templates/club/7')).status).toBe(404);
    expect((await call('GET', '/admin/v1/templates?client=nobody')).status).toBe(404);
  });

  it('finds people by tag and consent, page by page', async () => {
    const client = await service.client('guests');
    const image = base64(await portraitJpeg(3));
    for (const [classId, tag, consent] of [
      [1, 'staff', 'form-1'],
      [2, 'guest'],
      [3, 'staff'],
    ]) {
      const body = { images: [{ image }], ...(consent && { consent }) };
      await service.call('POST', `/api/face/v1/enroll/${classId}`, { client, body });
      const path = `/api/face/v1/template/${classId}/tags`;
      await service.call('PUT', path, { client, body: [tag] });
    }
    const find = async (query: string) => {
      const page = await admin('GET', `/templates?client=guests&${query}`);
      return [page.templates.map(({ classId }: { classId: number }) => classId), page.next];
    };
    expect(await find('')).toEqual([[1, 2, 3], null]);
    expect(await find('tag=staff')).toEqual([[1, 3], null]);
    expect(await find('tag=staff&limit=1')).toEqual([[1], 1]);
    expect(await find('tag=staff&limit=1&after=1')).toEqual([[3], null]);
    expect(await find('consent=any')).toEqual([[1], null]);
    expect(await find('consent=form-1')).toEqual([[1], null]);
    expect(await find('consent=none&tag=staff')).toEqual([[3], null]);
    expect(await find('tag=nobody')).toEqual([[], null]);
    // A tag that somebody wrote beside the sealed record finds nobody.
    const forged = { storage: client.storage, partition: client.partition, class_id: 2n };
    await service.database.write((trx) =>
      trx
        .insertInto('template_tags')
        .values({ ...forged, tag: 'staff' })
        .execute(),
    );
    expect(await find('tag=staff')).toEqual([[1, 3], null]);
  });

  it('sees jobs by filter, charts of them, and the state of the service', async () => {
    const client = await service.client('desk');
    const image = base64(await portraitJpeg(4));
    await service.call('POST', '/api/face/v1/enroll/1', { client, body: [{ image }] });
    for (let i = 0; i < 2; i++)
      await service.call('POST', '/api/face/v1/verify/1', { client, body: { image } });
    await service.call('POST', '/api/face/v1/verify/2', { client, body: { image } });
    expect(await admin('GET', '/jobs?client=desk&operation=verify')).toHaveLength(3);
    expect(await admin('GET', '/jobs?client=desk&status=FAULTED')).toMatchObject([
      { operation: 'verify', classId: 2, errors: [{ errorCode: 'NotFound' }] },
    ]);
    expect((await call('GET', '/admin/v1/jobs?status=x')).status).toBe(400);
    expect((await call('GET', '/admin/v1/jobs?since=yesterday')).status).toBe(400);
    const charts = await admin('GET', '/charts?bucket=day');
    const verify = charts.find(({ operation }: { operation: string }) => operation === 'verify');
    expect(verify).toMatchObject({ calls: 3, faulted: 1, p50: expect.any(Number) });
    expect(verify.p95).toBeGreaterThanOrEqual(verify.p50);
    expect(await admin('GET', '/health')).toMatchObject({
      ready: true,
      parts: { engine: 'ready', database: 'ready' },
      needs: expect.any(Array),
    });
    const { reasons } = await admin('GET', '/failures?bucket=day');
    expect(reasons).toContainEqual(expect.objectContaining({ operation: 'verify' }));
    expect(await admin('GET', '/status')).toMatchObject({
      version: '0.0.0-test',
      engine: { ready: true },
      gallery: { ready: true },
      distribution: null,
    });
  });

  it('has the whole audit trail verified, which the trail records', async () => {
    const { entries, ...report } = await admin('POST', '/audit/verification', {});
    expect(report).toMatchObject({ intact: true, problem: null });
    expect(report.head).toEqual({ seq: entries, hash: expect.stringMatching(/^[0-9a-f]+$/) });
    expect(await admin('GET', '/audit?limit=2')).toContainEqual(
      expect.objectContaining({ details: { what: 'audit verification', query: {} } }),
    );
  });

  it('exports the audit trail as a file, one entry per line, oldest first', async () => {
    await admin('GET', '/jobs');
    const { headers, text } = await call('GET', '/admin/v1/audit/export?event=query');
    expect(headers.get('content-disposition')).toBe('attachment; filename="audit.jsonl"');
    const entries = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries.every(({ event, intact }) => event === 'query' && intact)).toBe(true);
    expect(entries.slice(-2)).toMatchObject([
      { details: { what: 'jobs' } },
      { details: { what: 'audit export', query: { event: 'query' } } },
    ]);
    expect((await call('GET', '/admin/v1/audit/export?since=yesterday')).status).toBe(400);
  });

  it('leaves every look in the audit trail', async () => {
    await admin('GET', '/jobs?client=desk');
    await admin('GET', '/searches');
    expect(await admin('GET', '/audit?event=query&limit=3')).toMatchObject([
      { actor: 'account:root', details: { what: 'audit trail' }, intact: true },
      { actor: 'account:root', details: { what: 'search log' } },
      { actor: 'account:root', details: { what: 'jobs', query: { client: 'desk' } } },
    ]);
  });
});
