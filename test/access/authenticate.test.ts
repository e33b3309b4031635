/** Bearer JWTs: the one good form passes, every flaw is the same 401. */
import { createHmac, randomBytes } from 'node:crypto';
import { type JWTHeaderParameters, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Authenticator, createAuthenticator } from '../../src/access/authenticate.ts';
import type { ClientRegistry } from '../../src/access/clients/clients.ts';
import { createClientRegistry } from '../../src/access/clients/clients.ts';
import { createTaskTokens, type TaskTokens } from '../../src/access/tasks/task-tokens.ts';
import { Unauthenticated } from '../../src/errors.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { masterKey } from '../../testing/template-samples.ts';

let test: TestDatabase;
let clients: ClientRegistry;
let taskTokens: TaskTokens;
let key: Buffer;
let otherKey: Buffer;
const audiences = ['prosopon', 'https://faces.example/Path'];
const fresh = (): Authenticator => createAuthenticator({ clients, audiences, taskTokens });

beforeAll(async () => {
  test = await createTestDatabase('sqlite');
  const database = await test.open();
  const keyRing = await openKeyRing(masterKey(), database);
  clients = createClientRegistry(database, keyRing);
  taskTokens = createTaskTokens({ database, keyRing, issuer: 'http://faces.example' });
  const client = { name: 'n', storage: 's', partition: 'p' };
  key = Buffer.from((await clients.create({ ...client, id: 'alice' })).key, 'base64');
  otherKey = Buffer.from((await clients.create({ ...client, id: 'bob' })).key, 'base64');
});
afterAll(() => test.drop());

const now = () => Math.floor(Date.now() / 1000);
const claims = () => ({ sub: 'alice', aud: 'prosopon', exp: now() + 300 });
const bearer = async (
  payload: Record<string, unknown>,
  header: Partial<JWTHeaderParameters> = {},
  secret: Uint8Array = key,
) =>
  `Bearer ${await new SignJWT(payload).setProtectedHeader({ alg: 'HS256', ...header }).sign(secret)}`;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const byHand = (header: object, payload: object, secret = key) => {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `Bearer ${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};

describe('a good token', () => {
  it.each(['HS256', 'HS384', 'HS512'])('made with %s identifies its client', async (alg) => {
    const { client } = await fresh()(await bearer(claims(), { alg }));
    expect(client).toMatchObject({ id: 'alice', storage: 's', partition: 'p' });
  });

  it.each([
    ['another case', { aud: 'PROSOPON' }],
    ['the public address', { aud: 'HTTPS://faces.example/path' }],
    ['one of several', { aud: ['elsewhere', 'Prosopon'] }],
    ['an hour ahead', { exp: now() + 3600 }],
    ['expired within the skew', { exp: now() - 30 }],
    ['not before, within the skew', { nbf: now() + 30 }],
    ['any issuer and other claims', { iss: 'x', jti: 'y', admin: true }],
  ])('passes: %s', async (_, more) => {
    expect((await fresh()(await bearer({ ...claims(), ...more }))).client.id).toBe('alice');
  });

  it('may have a key id, a type, and a lower-case scheme', async () => {
    const token = await bearer(claims(), { kid: 'whatever', typ: 'JWT' });
    expect((await fresh()(token.replace('Bearer', 'bearer'))).client.id).toBe('alice');
  });

  it("is verified with the client's key, not with keys in its header", async () => {
    const jwk = { kty: 'oct', k: otherKey.toString('base64url') };
    const header = { jwk, jku: 'http://127.0.0.1:1/keys', x5u: 'http://127.0.0.1:1/chain' };
    expect((await fresh()(await bearer(claims(), header))).client.id).toBe('alice');
    const forged = await bearer(claims(), header, otherKey);
    await expect(fresh()(forged)).rejects.toThrow(Unauthenticated);
  });
});

it('ends when it says, however often it was verified', async () => {
  const authenticate = fresh();
  const token = await bearer({ ...claims(), exp: now() + 10 });
  for (let i = 0; i < 2; i++) await authenticate(token);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 71_000 });
  await expect(authenticate(token)).rejects.toThrow(Unauthenticated);
  vi.useRealTimers();
});

describe('a client with long-lived tokens', () => {
  it('may use them as far as its setting allows', async () => {
    const settings = { jwtLifetimeMinutes: 1000 };
    const created = await clients.create({
      ...{ id: 'long', name: 'n', storage: 's', partition: 'p' },
      settings,
    });
    const secret = Buffer.from(created.key, 'base64');
    const token = (minutes: number) =>
      bearer({ ...claims(), sub: 'long', exp: now() + minutes * 60 }, {}, secret);
    expect((await fresh()(await token(1000))).client.id).toBe('long');
    await expect(fresh()(await token(1003))).rejects.toMatchObject({
      detail: expect.stringContaining('jwtLifetimeMinutes'),
    });
  });
});

describe('every flaw gives the same refusal', () => {
  const flaws: Record<string, () => string | undefined | Promise<string>> = {
    'no header': () => undefined,
    'empty header': () => '',
    'no token': () => 'Bearer ',
    'Basic authentication': () => 'Basic YWxpY2U6eA==',
    'not a JWT': () => 'Bearer abc.def.ghi',
    'two parts': () => `Bearer ${encode({ alg: 'HS256' })}.${encode(claims())}`,
    'very long': async () => bearer({ ...claims(), pad: 'x'.repeat(9000) }),
    'the key of another client': () => bearer(claims(), {}, otherKey),
    'a random key': () => bearer(claims(), {}, randomBytes(64)),
    'an unknown client': () => bearer({ ...claims(), sub: 'mallory' }),
    'another client named': () => bearer({ ...claims(), sub: 'bob' }),
    'no client': () => bearer({ aud: 'prosopon', exp: now() + 60 }),
    'a client that is a list': () => byHand({ alg: 'HS256' }, { ...claims(), sub: ['alice'] }),
    'no audience': () => bearer({ sub: 'alice', exp: now() + 60 }),
    'another audience': () => bearer({ ...claims(), aud: 'prosopon.example' }),
    'an audience that is a number': () => byHand({ alg: 'HS256' }, { ...claims(), aud: 1 }),
    'no end': () => bearer({ sub: 'alice', aud: 'prosopon' }),
    'an end that is text': () => byHand({ alg: 'HS256' }, { ...claims(), exp: '9999999999' }),
    'an end beyond the hour': () => bearer({ ...claims(), exp: now() + 3600 + 120 }),
    'an end in the past': () => bearer({ ...claims(), exp: now() - 90 }),
    'a beginning in the future': () => bearer({ ...claims(), nbf: now() + 90 }),
    'alg none': () => `Bearer ${encode({ alg: 'none' })}.${encode(claims())}.`,
    'alg none with a signature': () => byHand({ alg: 'none' }, claims()),
    'alg None': () => byHand({ alg: 'None' }, claims()),
    'no alg': () => byHand({ typ: 'JWT' }, claims()),
    'alg RS256 over an HMAC': () => byHand({ alg: 'RS256' }, claims()),
    'alg HS512 over a SHA-256': () => byHand({ alg: 'HS512' }, claims()),
    'a critical extension': () => byHand({ alg: 'HS256', crit: ['x'], x: 1 }, claims()),
    'an unencoded payload': () => byHand({ alg: 'HS256', crit: ['b64'], b64: false }, claims()),
    'a payload that is no object': () => byHand({ alg: 'HS256' }, [claims()]),
    'changed after signing': async () => {
      const [head, , signature] = (await bearer(claims())).split('.');
      return `${head}.${encode({ ...claims(), sub: 'bob' })}.${signature}`;
    },
    'a signature cut short': async () => (await bearer(claims())).slice(0, -2),
    'a signature left out': async () => `${(await bearer(claims())).split('.', 2).join('.')}.`,
  };

  it.each(Object.keys(flaws))('%s', async (flaw) => {
    const refused = await fresh()(await flaws[flaw]!()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Unauthenticated);
    expect((refused as Error).message).toBe('Missing or invalid authentication credentials.');
  });

  it.each([
    ['"BWS"', 'BWS'],
    ['["a","b"]', ['a', 'b']],
    ['"xxx', 'x'.repeat(5000)],
  ])('the log names the refused audience: %s', async (told, aud) => {
    const refused = fresh()(await bearer({ ...claims(), aud }));
    const { detail } = (await refused.catch((error: unknown) => error)) as Unauthenticated;
    expect(detail).toContain(`another audience, ${told}`);
    expect(detail).toContain('accepted: prosopon, https://faces.example/path');
    expect(detail!.length).toBeLessThan(400);
  });

  it('refuses a key that is too short for the algorithm', async () => {
    const short = randomBytes(32);
    const authenticate = createAuthenticator({
      audiences,
      taskTokens,
      clients: { find: (id) => clients.find(id), signingKeys: async () => [short] },
    });
    expect((await authenticate(await bearer(claims(), { alg: 'HS256' }, short))).client.id).toBe(
      'alice',
    );
    const long = await bearer(claims(), { alg: 'HS512' }, short);
    await expect(authenticate(long)).rejects.toThrow(Unauthenticated);
  });
});

describe('rotated keys', () => {
  const make = async (id: string) => {
    const created = await clients.create({ id, name: 'n', storage: 's', partition: 'p' });
    const secret = Buffer.from(created.key, 'base64');
    return { secret, token: () => bearer({ ...claims(), sub: id }, {}, secret) };
  };

  it('work at once, together with the older ones', async () => {
    const authenticate = fresh();
    const { token } = await make('turning');
    await authenticate(await token());
    const next = Buffer.from((await clients.rotateKey('turning', 60)).key, 'base64');
    await authenticate(await bearer({ ...claims(), sub: 'turning' }, {}, next));
    await authenticate(await token());
  });

  it('are refused within five seconds of their end', async () => {
    const authenticate = fresh();
    const { token } = await make('revoked');
    const verified = await token();
    for (let i = 0; i < 2; i++) await authenticate(verified);
    await clients.rotateKey('revoked', 0);
    const until = Date.now() + 5000;
    const refused = async () =>
      authenticate(verified).then(
        () => false,
        () => true,
      );
    let gone = await refused();
    while (!gone && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      gone = await refused();
    }
    expect(gone).toBe(true);
  });

  it('are deleted with their client', async () => {
    const { token } = await make('deleted');
    await clients.delete('deleted');
    await expect(fresh()(await token())).rejects.toThrow(Unauthenticated);
  });
});
