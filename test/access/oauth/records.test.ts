/** What the OAuth provider keeps: hashed, sealed, once usable across processes, gone when expired. */

import { afterAll, describe, expect, it } from 'vitest';
import { providerKeys } from '../../../src/access/oauth/keys.ts';
import { AlreadyConsumed, recordsOf } from '../../../src/access/oauth/records.ts';
import { hashToken } from '../../../src/access/one-time.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import type { Database } from '../../../src/storage/database.ts';
import { eraseUntil } from '../../../src/storage/erase-until.ts';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../testing/databases.ts';
import { masterKey } from '../../../testing/template-samples.ts';

const DAY_MS = 86_400_000;

describe.each(await databaseKinds())('on %s', (kind) => {
  const key = masterKey();
  let test: TestDatabase;
  const open = async (database: Database) => ({
    database,
    keyRing: await openKeyRing(key, database),
  });
  /** Two processes on one database. */
  const two = (async () => {
    test = await createTestDatabase(kind);
    const first = await open(await test.open());
    return [first, await open(await test.open())] as const;
  })();
  afterAll(() => test.drop());

  it('another process finds a record; its rows reveal neither id nor payload', async () => {
    const [one, other] = await two;
    const code = 'secret-code-1';
    const payload = { jti: code, accountId: 'ada', clientId: 'shop', grantId: 'g1' };
    await recordsOf(one.database, one.keyRing, 'AuthorizationCode').upsert(code, payload, 60);
    const codes = recordsOf(other.database, other.keyRing, 'AuthorizationCode');
    expect(await codes.find(code)).toEqual(payload);
    expect(await codes.find('another')).toBeUndefined();
    expect(
      await recordsOf(other.database, other.keyRing, 'AccessToken').find(code),
    ).toBeUndefined();
    const row = await one.database.db
      .selectFrom('oauth_records')
      .selectAll()
      .where('id', '=', hashToken(code))
      .executeTakeFirstOrThrow();
    expect(JSON.stringify({ ...row, body: Buffer.from(row.body).toString('latin1') })).not.toMatch(
      /secret-code/,
    );
  });

  it('of many concurrent uses of a code, one succeeds, and the grant ends', async () => {
    const processes = await two;
    const [one] = processes;
    const grants = recordsOf(one.database, one.keyRing, 'Grant');
    const codes = processes.map(({ database, keyRing }) =>
      recordsOf(database, keyRing, 'AuthorizationCode'),
    );
    await grants.upsert('g2', { jti: 'g2', accountId: 'ada', clientId: 'shop' }, 600);
    await codes[0]!.upsert('c2', { jti: 'c2', grantId: 'g2' }, 60);
    const ends = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => codes[i % 2]!.consume('c2')),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends)
      if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(AlreadyConsumed);
    expect(await grants.find('g2')).toBeUndefined();
  });

  it('a consumed record says so', async () => {
    const [one] = await two;
    const codes = recordsOf(one.database, one.keyRing, 'RefreshToken');
    await codes.upsert('r1', { jti: 'r1' }, 60);
    await codes.consume('r1');
    expect(await codes.find('r1')).toMatchObject({ consumed: true });
  });

  it('expired records are neither found nor kept', async () => {
    const [one] = await two;
    const sessions = recordsOf(one.database, one.keyRing, 'Session');
    await sessions.upsert('s1', { jti: 's1', uid: 'u1' }, 600);
    expect(await sessions.findByUid('u1')).toMatchObject({ jti: 's1' });
    await sessions.upsert('s2', { jti: 's2', uid: 'u2' }, -1);
    expect(await sessions.find('s2')).toBeUndefined();
    const sweep = (now: number) =>
      eraseUntil(one.database, 'oauth_records', 'expires', new Date(now));
    expect(await sweep(Date.now())).toBeGreaterThanOrEqual(1);
    expect(await sweep(Date.now() + DAY_MS)).toBeGreaterThan(0);
    expect(await sessions.find('s1')).toBeUndefined();
  });

  it('processes share their keys; a new key is published a day before it signs', async () => {
    const [one, other] = await two;
    const [first, second] = await Promise.all(
      [one, other].map(({ database, keyRing }) => providerKeys(database, keyRing)),
    );
    expect(first!.version).toBe(second!.version);
    expect(first!.signature).toHaveLength(1);
    const at = (days: number) =>
      providerKeys(one.database, one.keyRing, new Date(Date.now() + days * DAY_MS));
    const announced = await at(89.5);
    expect(announced.signature).toHaveLength(2);
    expect(announced.signature[0]).toEqual(first!.signature[0]);
    const rotated = await at(91);
    expect(rotated.signature.map(({ kid }) => kid)).toEqual(
      announced.signature.map(({ kid }) => kid).reverse(),
    );
    expect(rotated.cookie).toHaveLength(2);
    const later = await at(121);
    expect(later.signature).toHaveLength(1);
    expect(later.pairwise).toEqual(first!.pairwise);
  });
});
