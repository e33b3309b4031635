/** Client registration on both databases: credentials shown once, rotated, revoked. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewClient } from '../../../src/access/clients/client.ts';
import { DEFAULT_CLIENT_SETTINGS } from '../../../src/access/clients/client-settings.ts';
import type { ClientRegistry } from '../../../src/access/clients/clients.ts';
import { createClientRegistry } from '../../../src/access/clients/clients.ts';
import { type KeyRing, openKeyRing } from '../../../src/sealing/keys.ts';
import type { Database } from '../../../src/storage/database.ts';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../testing/databases.ts';
import { masterKey } from '../../../testing/template-samples.ts';

const base64 = (key: Uint8Array) => Buffer.from(key).toString('base64');
const client = (id: string, more: Partial<NewClient> = {}): NewClient => ({
  id,
  name: `The ${id}`,
  storage: 'store',
  partition: 'main',
  ...more,
});

describe.each(await databaseKinds())('clients on %s', (kind) => {
  let test: TestDatabase;
  let database: Database;
  let keyRing: KeyRing;
  let clients: ClientRegistry;

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
    keyRing = await openKeyRing(masterKey(), database);
    clients = createClientRegistry(database, keyRing);
  });
  afterAll(() => test.drop());

  it('registers a client and shows its credentials', async () => {
    const redirectUris = ['https://app.example/callback', 'com.example.app:/callback'];
    const created = await clients.create(client('first', { redirectUris }));
    expect(Buffer.from(created.key, 'base64')).toHaveLength(64);
    expect(Buffer.from(created.secret, 'base64url')).toHaveLength(32);
    const found = await clients.find('first');
    const { secret, key, keyId, ...shown } = created;
    expect(found).toEqual(shown);
    expect(found?.settings).toEqual(DEFAULT_CLIENT_SETTINGS);
    expect((await clients.signingKeys('first')).map(base64)).toEqual([key]);
    expect(await clients.checkSecret('first', secret)).toBe(true);
    expect(keyId).not.toBe('');
  });

  it('has two secrets during a rotation, and keys that end one by one', async () => {
    const { secret: first, keyId } = await clients.create(client('renewed'));
    const { secret: second } = await clients.rotateSecret('renewed', 60);
    const known = (secret: string) => clients.checkSecret('renewed', secret);
    expect(await Promise.all([first, second, 'x'].map(known))).toEqual([true, true, false]);
    const { keyId: newer } = await clients.rotateKey('renewed', 60);
    expect(await clients.credentials('renewed')).toMatchObject({
      secret: { olderEnds: expect.any(Date) },
      keys: expect.arrayContaining([
        { keyId: newer, created: expect.any(Date), ends: null },
        { keyId, created: expect.any(Date), ends: expect.any(Date) },
      ]),
    });
    await clients.endKey('renewed', keyId);
    expect((await clients.credentials('renewed')).keys).toMatchObject([{ keyId: newer }]);
    await clients.create(client('neighbour'));
    await expect(clients.endKey('neighbour', newer)).rejects.toThrow('no such key');
    await clients.endOlderSecret('renewed');
    const { secret: third } = await clients.rotateSecret('renewed', 60);
    expect(await Promise.all([first, second, third].map(known))).toEqual([false, true, true]);
    await clients.endOlderSecret('renewed');
    expect(await Promise.all([second, third].map(known))).toEqual([false, true]);
    await expect(clients.endOlderSecret('renewed')).rejects.toThrow('no older secret');
    await clients.rotateSecret('renewed', 0);
    expect(await known(third)).toBe(false);
    await expect(clients.rotateSecret('renewed', 1e12)).rejects.toThrow('overlapSeconds');
    await clients.delete('neighbour');
  });

  it('keeps the secret in use if two rotations run at once', async () => {
    const { secret: inUse } = await clients.create(client('rotated'));
    const both = await Promise.allSettled([
      clients.rotateSecret('rotated', 60),
      clients.rotateSecret('rotated', 60),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({
        code: 'Aborted',
        message: expect.stringMatching(/has two secrets, the older until \d{4}-/),
      }),
    });
    const known = (secret: string) => clients.checkSecret('rotated', secret);
    expect(await known(inUse)).toBe(true);
    const { secret } = await clients.rotateSecret('rotated', 0);
    expect(await Promise.all([inUse, secret].map(known))).toEqual([false, true]);
  });

  it('changes name and addresses with the checks of the registration', async () => {
    await clients.create(client('named', { redirectUris: ['https://a.example/cb'] }));
    await clients.update('named', { name: 'New', allowedOrigins: ['https://a.example'] });
    expect(await clients.find('named')).toMatchObject({
      name: 'New',
      redirectUris: ['https://a.example/cb'],
      allowedOrigins: ['https://a.example'],
    });
    const wild = { allowedOrigins: ['https://*.shop.example'] };
    for (const wrong of [{ name: '' }, { redirectUris: ['javascript:1'] }, wild])
      await expect(clients.update('named', wrong)).rejects.toMatchObject({
        code: 'InvalidArgument',
      });
    expect(await clients.dependentRows('named')).toMatchObject({
      keys: 1,
      webhooks: 0,
      consents: 0,
    });
  });

  it('accepts the secret and the key of another service', async () => {
    const secret = randomBytes(16).toString('hex');
    const given = { secret, key: randomBytes(48).toString('base64') };
    const created = await clients.create(client('moved', given));
    expect(created).toMatchObject(given);
    expect((await clients.signingKeys('moved')).map(base64)).toEqual([given.key]);
    expect(await clients.checkSecret('moved', given.secret)).toBe(true);
  });

  it.each([
    ['39 digits, of which one never comes up', '918273645546372819192837465564738291518'],
    ['32 hexadecimal digits, of eight kinds', '0a1b2c3d0b2a3c1dd3c2b1a0a0d1c3b2'],
  ])('accepts a random secret: %s', async (_, secret) => {
    const id = `by-chance-${secret.length}`;
    expect(await clients.create(client(id, { secret }))).toMatchObject({ secret });
  });

  it.each([
    ['the short', { secret: randomBytes(15).toString('hex') }],
    ['the empty', { secret: '' }],
    ['one with a blank', { secret: `${randomBytes(32).toString('hex')} ` }],
    ['one that repeats itself', { secret: 'Passw0rd!Pa$s'.repeat(3) }],
    ['one of few characters', { secret: 'abcabcab'.repeat(8) }],
    ['one along the alphabet', { secret: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP' }],
    ['a key of 31 bytes', { key: randomBytes(31).toString('base64') }],
    ['a key that is not base64', { key: `${randomBytes(64).toString('base64')}!` }],
    ['a key of zeros', { key: Buffer.alloc(64).toString('base64') }],
    [
      'a key that repeats itself',
      { key: Buffer.concat(Array(4).fill(randomBytes(16))).toString('base64') },
    ],
  ])('refuses to take over a credential that can be guessed: %s', async (_, given) => {
    const refused = clients.create(client('weak', given));
    await expect(refused).rejects.toMatchObject({ code: 'InvalidArgument' });
    await expect(refused).rejects.toThrow(`${Object.keys(given)[0]}:`);
    expect(await clients.find('weak')).toBeUndefined();
  });

  it('keeps neither secret nor key readable in the database', async () => {
    const { secret, key } = await clients.create(client('hidden'));
    const rows = [
      ...(await database.db.selectFrom('clients').selectAll().execute()),
      ...(await database.db.selectFrom('client_keys').selectAll().execute()),
    ];
    const stored = rows.flatMap((row) =>
      Object.values(row).map((value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value),
      ),
    );
    for (const bytes of [Buffer.from(secret), Buffer.from(secret, 'base64url')])
      expect(stored.some((value) => value.includes(bytes.toString('hex')))).toBe(false);
    const half = Buffer.from(key, 'base64').subarray(0, 16).toString('hex');
    expect(stored.some((value) => value.includes(half))).toBe(false);
  });

  it("refuses a wrong secret, another client's secret, and an unknown client", async () => {
    const { secret } = await clients.create(client('second'));
    const other = await clients.create(client('third'));
    for (const wrong of ['', 'x', `${secret}x`, secret.slice(1), other.secret])
      expect(await clients.checkSecret('second', wrong)).toBe(false);
    expect(await clients.checkSecret('nobody', secret)).toBe(false);
    expect(await clients.signingKeys('nobody')).toEqual([]);
    expect(await clients.find('nobody')).toBeUndefined();
  });

  it('refuses an existing id, also for two requests at once', async () => {
    await clients.create(client('taken'));
    await expect(clients.create(client('taken'))).rejects.toMatchObject({
      code: 'InvalidArgument',
    });
    const both = await Promise.allSettled([
      clients.create(client('raced')),
      clients.create(client('raced')),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it.each([
    ['id', client('a.b')],
    ['id', client('')],
    ['id', client('x'.repeat(65))],
    ['storage', client('x', { storage: 'a b' })],
    ['partition', client('x', { partition: 'ä' })],
    ['name', client('x', { name: '' })],
    ['name', client('x', { name: 'a\nb' })],
    ['name', client('x', { name: '   ' })],
    ['name', client('x', { name: 'knab\u202e' })],
    ['name', client('x', { name: '\u200b' })],
    ['id', client('service')],
    ['redirectUris[1]', client('x', { redirectUris: ['https://a.example/', '/relative'] })],
    ['redirectUris[0]', client('x', { redirectUris: ['https://a.example/#part'] })],
    ['redirectUris[0]', client('x', { redirectUris: ['javascript:alert(1)'] })],
    ['redirectUris[0]', client('x', { redirectUris: [' https://a.example/'] })],
    ['redirectUris[0]', client('x', { redirectUris: [`https://a.example/${'x'.repeat(2000)}`] })],
    ['redirectUris', client('x', { redirectUris: Array(101).fill('https://a.example/') })],
    ['allowedOrigins[0]', client('x', { allowedOrigins: ['https://a.example/path'] })],
    ['allowedOrigins[0]', client('x', { allowedOrigins: ['https://*.a.example'] })],
    ['settings.falseMatchRate', client('x', { settings: { falseMatchRate: 0 } })],
    ['settings.maxFeatureVectors', client('x', { settings: { maxFeatureVectors: 1.5 } })],
    ['settings.retentionDays', client('x', { settings: { retentionDays: -1 } })],
  ])('refuses a bad %s', async (field, wrong) => {
    const refused = clients.create(wrong);
    await expect(refused).rejects.toMatchObject({ code: 'InvalidArgument' });
    await expect(refused).rejects.toThrow(`${field}:`);
    expect(await clients.find('x')).toBeUndefined();
  });

  it('rotates the key: both are valid during the overlap, newest first', async () => {
    const { key } = await clients.create(client('rotating'));
    // Times are kept to the millisecond, and which key is newer is told by them.
    await sleep(2);
    const second = await clients.rotateKey('rotating', 3600);
    expect((await clients.signingKeys('rotating')).map(base64)).toEqual([second.key, key]);
    const third = await clients.rotateKey('rotating', 0);
    expect((await clients.signingKeys('rotating')).map(base64)).toEqual([third.key]);
    for (const overlap of [-1, Number.NaN, 1e15])
      await expect(clients.rotateKey('rotating', overlap)).rejects.toThrow('overlapSeconds:');
    await expect(clients.rotateKey('nobody')).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('does not use a key whose row was moved to another client', async () => {
    const { keyId } = await clients.create(client('giver'));
    await clients.create(client('taker'));
    await database.write((trx) =>
      trx.updateTable('client_keys').set({ client_id: 'taker' }).where('id', '=', keyId).execute(),
    );
    expect(await clients.signingKeys('giver')).toEqual([]);
    expect(await clients.signingKeys('taker')).toHaveLength(1);
  });

  it('changes settings one by one', async () => {
    await clients.create(client('changing', { settings: { thumbnails: false } }));
    const changed = await clients.updateSettings('changing', { allowedOperations: ['verify'] });
    expect(changed.settings).toMatchObject({ thumbnails: false, allowedOperations: ['verify'] });
    expect(await clients.find('changing')).toEqual(changed);
    const bad = clients.updateSettings('changing', { falseMatchRate: 2 });
    await expect(bad).rejects.toMatchObject({ code: 'InvalidArgument' });
    await expect(clients.updateSettings('nobody', {})).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('deletes a client with its keys, and lists the others', async () => {
    await clients.create(client('leaving'));
    await clients.delete('leaving');
    expect(await clients.signingKeys('leaving')).toEqual([]);
    const ids = (await clients.list()).map(({ id }) => id);
    expect(ids).toContain('first');
    expect(ids).not.toContain('leaving');
    await expect(clients.delete('leaving')).rejects.toMatchObject({ code: 'NotFound' });
  });
});
