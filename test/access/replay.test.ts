/** Replayed images: known again by their bytes, for each client, for a day. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReplayGuard, type ReplayGuard } from '../../src/access/replay.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { masterKey } from '../../testing/template-samples.ts';

describe.each(await databaseKinds())('on %s', (kind) => {
  let test: TestDatabase;
  let database: Database;
  let guard: ReplayGuard;
  /** As another process on the same database has it. */
  let other: ReplayGuard;

  beforeAll(async () => {
    const key = masterKey();
    test = await createTestDatabase(kind);
    database = await test.open();
    guard = createReplayGuard(database, await openKeyRing(key, database));
    const second = await test.open();
    other = createReplayGuard(second, await openKeyRing(key, second));
  });
  afterAll(() => test.drop());

  it('a file is a replay for the client that sent it, until a day has passed', async () => {
    const file = randomBytes(100);
    expect(await guard.seenBefore('a', file)).toBe(false);
    expect(await other.seenBefore('a', file)).toBe(true);
    expect(await guard.seenBefore('b', file)).toBe(false);
    expect(await guard.seenBefore('a', randomBytes(100))).toBe(false);
    const rows = await database.db.selectFrom('image_hashes').selectAll().execute();
    expect(rows.some(({ hash }) => Buffer.from(hash).includes(file.subarray(0, 8)))).toBe(false);
    await guard.sweep(new Date(Date.now() + 90_000_000));
    expect(await other.seenBefore('a', file)).toBe(false);
  });

  it('of two processes that receive a file at once, one reports a replay', async () => {
    const file = randomBytes(100);
    const told = await Promise.all([guard, other].map((one) => one.seenBefore('a', file)));
    expect(told.sort()).toEqual([false, true]);
  });
});
