/** Refused comparisons of a class are counted for an hour, on both databases, by all processes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientRegistry } from '../../src/access/clients/clients.ts';
import {
  createRefusedComparisons,
  type RefusedComparisons,
} from '../../src/access/refused-comparisons.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { bcid, feature, masterKey } from '../../testing/template-samples.ts';

const LIMIT = 5;
const HOUR = 3600;

describe.each(await databaseKinds())('on %s', (kind) => {
  let test: TestDatabase;
  let database: Database;
  let refusals: RefusedComparisons;
  let elsewhere: RefusedComparisons;

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
    refusals = createRefusedComparisons(database);
    elsewhere = createRefusedComparisons(await test.open());
  });
  afterAll(() => test.drop());

  const count = (classId: bigint, by = refusals, limit = LIMIT) =>
    by.count(bcid(classId), limit, 1);
  const counted = async (classId: bigint) =>
    (await refusals.list()).find((one) => one.classId === classId)?.refused ?? 0;
  /** Moves everything counted for the class that many seconds into the past. */
  const age = async (classId: bigint, seconds: number) => {
    const rows = await database.db
      .selectFrom('refused_comparisons')
      .selectAll()
      .where('class_id', '=', classId)
      .execute();
    await database.write(async (trx) => {
      for (const { job_id, refused } of rows)
        await trx
          .updateTable('refused_comparisons')
          .set({ refused: new Date(Date.parse(refused) - seconds * 1000).toISOString() })
          .where('job_id', '=', job_id)
          .execute();
    });
  };

  it('a class at its limit waits, others do not', async () => {
    for (let i = 1; i <= LIMIT; i++) {
      expect(await refusals.wait(bcid(1n), LIMIT)).toBe(0);
      expect(await count(1n)).toEqual({ wait: 0, reached: i === LIMIT });
    }
    const wait = await elsewhere.wait(bcid(1n), LIMIT);
    expect(wait).toBeGreaterThan(HOUR - 60);
    expect(wait).toBeLessThanOrEqual(HOUR);
    expect((await count(1n, elsewhere)).wait).toBeGreaterThan(0);
    expect(await counted(1n)).toBe(LIMIT);
    expect(await refusals.wait(bcid(2n), LIMIT)).toBe(0);
    expect(await refusals.wait(bcid(1n, 'other'), LIMIT)).toBe(0);
  });

  it('each client has its own limit for the common count', async () => {
    expect(await refusals.wait(bcid(1n), LIMIT + 1)).toBe(0);
    expect(await refusals.wait(bcid(1n), 1)).toBeGreaterThan(0);
  });

  it('the hour slides: the oldest refusal expires first', async () => {
    await count(3n);
    await age(3n, HOUR - 100);
    for (let i = 1; i < LIMIT; i++) await count(3n);
    const wait = await refusals.wait(bcid(3n), LIMIT);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(100);
    await age(3n, 101);
    expect(await refusals.wait(bcid(3n), LIMIT)).toBe(0);
    expect(await count(3n)).toEqual({ wait: 0, reached: true });
  });

  it('two hundred concurrent calls in two processes do not exceed the limit', async () => {
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, i) => count(4n, i % 2 === 0 ? refusals : elsewhere)),
    );
    expect(all.filter(({ wait }) => wait === 0)).toHaveLength(LIMIT);
    expect(all.filter(({ reached }) => reached)).toHaveLength(1);
    expect(await counted(4n)).toBe(LIMIT);
  });

  it('counts many classes in one step, within the limit in two processes', async () => {
    const { storage, partition } = bcid(1n);
    const classIds = [21n, 22n, 23n];
    await count(21n);
    const times = 2;
    const countEach = (by: RefusedComparisons) =>
      by.countEach(
        { storage, partition },
        LIMIT,
        classIds,
        (left) => ({
          refused: new Map([...left].map(([id, most]) => [id, Math.min(most, times)])),
        }),
        () => async () => undefined,
      );
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) => countEach(i % 2 === 0 ? refusals : elsewhere)),
    );
    expect(all.flatMap(({ reached }) => reached).filter((id) => id === 21n)).not.toEqual([]);
    for (const classId of classIds) expect(await counted(classId)).toBe(LIMIT);
    const left = await elsewhere.left({ storage, partition }, LIMIT, [...classIds, 24n]);
    expect([...left.values()]).toEqual([0, 0, 0, LIMIT]);
  });

  it('can be cleared for a class', async () => {
    await count(5n);
    expect(await refusals.clear(bcid(5n))).toBe(true);
    expect(await refusals.clear(bcid(5n))).toBe(false);
    expect(await counted(5n)).toBe(0);
    expect(await counted(4n)).toBe(LIMIT);
  });

  it('are erased with the class, and with a client whose templates are erased', async () => {
    const keyRing = await openKeyRing(masterKey(), database);
    const templates = createTemplateStore(database, keyRing);
    for (const classId of [6n, 7n]) {
      const thing = { encoderVersion: 1, features: [feature()], tags: [], thumbnails: [] };
      await templates.update(bcid(classId), () => thing);
      await count(classId);
    }
    await templates.delete(bcid(6n));
    expect(await counted(6n)).toBe(0);
    expect(await counted(7n)).toBe(1);
    // A comparison that was under way is counted after it.
    await count(6n);
    await refusals.forgetErased(bcid(6n), [6n, 7n]);
    expect(await counted(6n)).toBe(0);
    expect(await counted(7n)).toBe(1);
    const clients = createClientRegistry(database, keyRing);
    await clients.create({ id: 'c', name: 'C', storage: 'test', partition: 'main' });
    await clients.delete('c', { erase: true });
    expect(await refusals.list()).toEqual([]);
  });

  it('are erased once they no longer count', async () => {
    await count(8n);
    expect(await refusals.sweep()).toBe(0);
    expect(await refusals.sweep(new Date(Date.now() + HOUR * 1000))).toBe(1);
  });
});
