/** `client`, `token`, `jobs`, `keys`, `template`: the commands that need no networks. */
import { randomBytes } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SETTING_NAMES } from '../../../src/access/clients/client-settings.ts';
import { MOVING_IN } from '../../../src/access/clients/moving-in.ts';
import { type Cli, createCli } from '../../../testing/cli/run-cli.ts';

interface Created {
  readonly id: string;
  readonly secret: string;
  readonly key: string;
  readonly keyId: string;
}

let cli: Cli;
let shop: Created;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

beforeAll(async () => {
  cli = await createCli();
  shop = await cli.json(
    'client',
    'create',
    ...['--id', 'shop', '--name', 'My shop', '--storage', 'customers', '--partition', '7'],
    ...['--redirect-uri', 'https://shop.example/cb', '--redirect-uri', 'https://shop.example/b'],
  );
});

afterAll(() => cli.remove());

describe('webhook', () => {
  test('can be created, listed, changed, renewed, tested and deleted', async () => {
    const url = 'http://127.0.0.1:9/hooks';
    const made = await cli.json<{ id: string; secret: string; events: string[] }>(
      ...['webhook', 'create', '--client', 'shop', '--url', url],
    );
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made.events).not.toContain('job.ended');
    await cli.json('webhook', 'set', made.id, '--event', 'face.deleted', '--event', 'job.ended');
    const { secret } = await cli.json<typeof made>('webhook', 'rotate-secret', made.id);
    expect(secret).not.toBe(made.secret);
    const tried = await cli.run('webhook', 'test', made.id);
    expect(tried).toMatchObject({ code: 5, out: 'The message was not accepted: ECONNREFUSED.\n' });
    await cli.json('webhook', 'disable', made.id);
    const { out } = await cli.run('webhook', 'list');
    expect(out).toMatch(
      /shop +http:\/\/127\.0\.0\.1:9\/hooks +disabled .*face\.deleted,job\.ended/,
    );
    await cli.json('webhook', 'enable', made.id);
    await cli.json('webhook', 'delete', made.id, '--yes');
    expect(await cli.json('webhook', 'list')).toEqual([]);
  });
});

describe('client create', () => {
  test('gives an application that moves in what it needs, and says so', async () => {
    const { code, err } = await cli.run('client', 'create', '--id', 'moved', '--moving-in');
    expect(code).toBe(0);
    expect(err).toMatch(/requirePkce=false.*PROSOPON_GRPC_ALIASES/s);
    const { settings } = await cli.json<{ settings: object }>('client', 'show', 'moved');
    expect(settings).toMatchObject({ ...MOVING_IN });
    await cli.run('client', 'delete', 'moved', '--yes');
  });

  test('prints exactly the members of the contract', () => {
    expect(shop).toEqual({
      id: 'shop',
      secret: expect.stringMatching(/^.{20,}$/),
      key: expect.any(String),
      keyId: expect.any(String),
      storage: 'customers',
      partition: '7',
      redirectUris: ['https://shop.example/cb', 'https://shop.example/b'],
    });
    expect(Buffer.from(shop.key, 'base64')).toHaveLength(64);
  });

  test('makes data directory, database and key readable only by their owner', async () => {
    const mode = async (path: string) => (await stat(path)).mode & 0o777;
    expect(await mode(cli.dataDir)).toBe(0o700);
    expect(await mode(join(cli.dataDir, 'prosopon.db'))).toBe(0o600);
    expect(await mode(join(cli.dataDir, 'master.key'))).toBe(0o600);
  });

  test('accepts credentials from arguments or files', async () => {
    const secret = randomBytes(16).toString('hex');
    const key = randomBytes(64).toString('base64');
    const file = join(cli.dataDir, 'key.txt');
    await writeFile(file, `${key}\n`);
    const given = ['--secret', secret, '--key', `@${file}`];
    expect(await cli.json('client', 'create', '--id', 'moved', ...given)).toMatchObject({
      secret,
      key,
    });
    await cli.run('client', 'delete', 'moved', '--yes');
    const weak = await cli.run('client', 'create', '--id', 'weak', '--secret', 'password');
    expect(weak).toMatchObject({ code: 4, err: expect.stringContaining('secret: too easily') });
  });

  test.each([
    ['an id that is taken', ['--id', 'shop'], /shop exists already/],
    ['no id', [], /--id/],
    ['an empty id', ['--id', ''], /id/],
    ['a storage with a dot', ['--id', 'x', '--storage', 'a.b'], /storage/],
    ['a redirect URI that is none', ['--id', 'x', '--redirect-uri', 'nonsense'], /redirect/i],
  ])('%s: exit code 4 and one line', async (_, args, message) => {
    const { code, out, err } = await cli.run('client', 'create', ...args);
    expect({ code, out }).toEqual({ code: 4, out: '' });
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});

test('client list shows every client, and no credentials', async () => {
  const { out } = await cli.run('client', 'list');
  expect(out).toMatch(/^ID +NAME +STORAGE +PARTITION/);
  expect(out).toMatch(/^shop +My shop +customers +7 /m);
  const listed = await cli.run('client', 'list', '--json');
  expect(JSON.parse(listed.out)).toMatchObject([{ id: 'shop', name: 'My shop', partition: '7' }]);
  for (const secret of [shop.secret, shop.key]) expect(listed.out).not.toContain(secret);
});

describe('token', () => {
  test('is a JWT of the client, signed with its key', async () => {
    const { code, out } = await cli.run('token', '--client', 'shop', '--ttl', '10m');
    expect(code).toBe(0);
    const token = out.trim();
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS512', typ: 'JWT' });
    const { iat = 0, exp = 0 } = decodeJwt(token);
    expect(exp - iat).toBe(600);
    const { payload } = await jwtVerify(token, Buffer.from(shop.key, 'base64'), {
      subject: 'shop',
      audience: 'prosopon',
    });
    expect(payload.jti).toMatch(GUID);
  });

  test('is valid for as long as jwtLifetimeMinutes says', async () => {
    await cli.json('client', 'create', '--id', 'brief', 'jwtLifetimeMinutes=5');
    const brief = ['token', '--client', 'brief'];
    const made = await cli.json<{ token: string; expiresInSeconds: number }>(...brief);
    const { iat = 0, exp = 0 } = decodeJwt(made.token);
    expect([exp - iat, made.expiresInSeconds]).toEqual([300, 300]);
    const refused = await cli.run(...brief, '--ttl', '6m');
    expect(refused).toMatchObject({ code: 4, out: '' });
    expect(refused.err).toContain('expected 1s to 5m, the setting jwtLifetimeMinutes of "brief"');
    await cli.json('client', 'set', 'brief', 'jwtLifetimeMinutes=1440');
    expect((await cli.run(...brief, '--ttl', '12h')).code).toBe(0);
    await cli.json('client', 'delete', 'brief', '--yes');
  });

  test.each([
    [['--client', 'nobody'], /no client "nobody"/],
    [['--client', 'shop', '--ttl', '2h'], /--ttl: expected 1s to 60m/],
    [['--client', 'shop', '--ttl', '0s'], /--ttl: expected 1s to 60m/],
    [['--client', 'shop', '--ttl', 'soon'], /90s, 30m/],
  ])('%j: exit code 4', async (args, message) => {
    const { code, err } = await cli.run('token', ...args);
    expect(code).toBe(4);
    expect(err).toMatch(message);
  });
});

test('client rotate-key prints a new key, which signs the next token', async () => {
  const rotated = await cli.json<Created>('client', 'rotate-key', 'shop', '--overlap', '0s');
  expect(rotated.keyId).not.toBe(shop.keyId);
  const { token } = await cli.json<{ token: string }>('token', '--client', 'shop');
  await jwtVerify(token, Buffer.from(rotated.key, 'base64'));
  await expect(jwtVerify(token, Buffer.from(shop.key, 'base64'))).rejects.toThrow();
});

test('template status without template is an answer, and is recorded', async () => {
  const big = '9223372036854775807';
  const { code, out } = await cli.run('template', 'status', big, '--json');
  expect(code).toBe(0);
  expect(out).toContain(`"classId": ${big}`);
  expect(JSON.parse(out)).toMatchObject({ available: false, enrolled: null, tags: [] });

  const { out: jobs } = await cli.run('jobs', '--operation', 'template-status', '--json');
  expect(jobs).toContain(`"classId": ${big}`);
  expect(JSON.parse(jobs)).toMatchObject([
    {
      jobId: expect.stringMatching(GUID),
      clientId: 'shop',
      operation: 'template-status',
      status: 'SUCCEEDED',
      decision: 'not available',
      errors: [],
    },
  ]);
  expect((await cli.run('jobs', '--since', '1h')).out).toMatch(/^STARTED +CLIENT +OPERATION/);
  expect((await cli.run('jobs', '--client', 'other')).out.trim()).toBe('No jobs found.');
});

test.each([
  ['template', 'tags', '5', 'a'],
  ['template', 'delete', '5', '--yes'],
])('%s %s without template: exit code 4', async (...args) => {
  const { code, err } = await cli.run(...args);
  expect(code).toBe(4);
  expect(err).toMatch(/No biometric face template exists for class 5/);
});

test.each(['0', '-1', '1.5', 'abc', '9223372036854775808'])(
  'class id %s: exit code 4',
  async (id) => {
    const { code, err } = await cli.run('template', 'status', '--', id);
    expect(code).toBe(4);
    expect(err).toMatch(/whole number from 1 to 9223372036854775807/);
  },
);

test('keys rotate seals with a new key, and older data still opens', async () => {
  const rotation = await cli.json('keys', 'rotate');
  expect(rotation).toMatchObject({ keyId: expect.any(String), corrupted: 0, erasedKeys: 1 });
  expect((await cli.run('token', '--client', 'shop')).code).toBe(0);
  expect(await cli.run('keys', 'rotate', '--gallery')).toMatchObject({
    code: 4,
    err: expect.stringMatching(/only a gallery in PostgreSQL has a key/),
  });
});

test('client set replaces redirect URIs and origins, and empties them', async () => {
  const addresses = async (...options: string[]) => {
    await cli.json('client', 'set', 'shop', ...options);
    type Addresses = { redirectUris: string[]; allowedOrigins: string[] };
    const shown = await cli.json<Addresses>('client', 'show', 'shop');
    return { redirectUris: shown.redirectUris, allowedOrigins: shown.allowedOrigins };
  };
  const [uri, origin] = ['https://shop.example/cb', 'https://shop.example'];
  const both = { redirectUris: [uri], allowedOrigins: [origin] };
  expect(await addresses('--redirect-uri', uri, '--origin', origin)).toEqual(both);
  expect(await addresses('--name', 'Shop')).toEqual(both);
  const wrong = await cli.run('client', 'set', 'shop', '--no-origin', 'topMatches=many');
  expect(wrong.code, 'all of it or nothing').toBe(4);
  expect(await addresses()).toEqual(both);
  expect(await addresses('--no-origin')).toEqual({ ...both, allowedOrigins: [] });
  expect(await addresses('--no-redirect-uri')).toEqual({ redirectUris: [], allowedOrigins: [] });
  expect(await addresses('--no-origin', '--origin', 'https://shop.example')).toEqual({
    redirectUris: [],
    allowedOrigins: ['https://shop.example'],
  });
  expect(await cli.run('client', 'set', 'shop', '--name', '')).toMatchObject({ code: 4, out: '' });
});

test('client set changes settings, and records it in the audit trail', async () => {
  const changed = await cli.json('client', 'set', 'shop', 'requireConsent=true', 'topMatches=3');
  expect(changed).toMatchObject({ settings: { requireConsent: true, topMatches: 3 } });
  expect(await cli.json('client', 'set', 'shop')).toEqual(changed);
  const help = (await cli.run('client', 'set', '--help')).out;
  for (const name of SETTING_NAMES) expect(help).toContain(name);
  for (const wrong of ['topMatches=none', 'topMatches=0', 'colour="red"'])
    expect((await cli.run('client', 'set', 'shop', wrong)).code).toBe(4);
  const { out } = await cli.run('audit', 'export', '--client', 'shop');
  expect(out.match(/"change":"settings"/g)).toHaveLength(1);
});

test('warns of a client without a limit of refused comparisons', async () => {
  const { code, err } = await cli.run('client', 'set', 'shop', 'failedVerifications=0');
  expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('evaluation only') });
  await cli.run('client', 'set', 'shop', 'failedVerifications=null');
  expect((await cli.run('template', 'refusals')).out).toMatch(/No comparison was refused/);
  expect((await cli.run('template', 'refusals', '--forget', '5')).code).toBe(4);
  expect((await cli.run('template', 'refusals', '--forget', 'all')).code).toBe(0);
});

test('requires --client if there are several clients', async () => {
  await cli.json('client', 'create', '--id', 'other');
  const { code, err } = await cli.run('template', 'status', '5');
  expect(code).toBe(4);
  expect(err).toMatch(/--client: other, shop|--client: shop, other/);
  expect((await cli.run('template', 'status', '5', '--client', 'other')).code).toBe(0);
});

test('client delete deletes the client; a second time it is unknown', async () => {
  expect(await cli.json('client', 'delete', 'shop', '--yes')).toEqual({
    id: 'shop',
    deleted: true,
  });
  const { code, err } = await cli.run('client', 'delete', 'shop', '--yes');
  expect(code).toBe(4);
  expect(err).toMatch(/no client shop/i);
});
