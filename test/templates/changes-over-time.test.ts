/** The feed of changed classes as time passes: it reads what may be new, and misses nothing late. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Bcid } from '../../src/bcid.ts';
import { HOUR_MS } from '../../src/durations.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import { putRow } from '../../src/storage/rows.ts';
import { createChangeFeed, recordChanges } from '../../src/templates/changes.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { feature, masterKey } from '../../testing/template-samples.ts';

const clock = vi.hoisted(() => ({ ahead: 0 }));
vi.mock('../../src/storage/clock.ts', () => ({
  readClock: async () => Date.now() + clock.ahead,
}));

/** As the gallery does: ten polls take three seconds. */
const INTERVAL = 300;

let test: TestDatabase;
let database: Database;
let rowsRead: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  clock.ahead = 0;
  test = await createTestDatabase('sqlite');
  const opened = await test.open();
  const db = opened.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      rowsRead += result.rows.length;
      return result;
    },
  });
  database = { ...opened, db };
});
afterEach(async () => {
  await test.drop();
  vi.useRealTimers();
});

const classes = (many: number): Bcid[] =>
  Array.from({ length: many }, (_, n) => ({
    storage: 's',
    partition: 'p',
    classId: BigInt(n + 1),
  }));

/** Commits changes now that were made at some time. */
const commit = (changed: readonly Bcid[], stamp: string, made = Date.now()) =>
  database.write(async (trx) => {
    for (const { storage, partition, classId } of changed) {
      const key = { storage, partition, class_id: classId };
      const change = { change: stamp.repeat(36), changed_ms: BigInt(made) };
      await putRow(trx, 'class_changes', key, change);
    }
  });

async function follower() {
  const feed = createChangeFeed(database);
  await feed.poll();
  /** Stamps of what the polls return. */
  return async (polls: number, acknowledging = true) => {
    const found: string[] = [];
    for (let i = 0; i < polls; i++) {
      vi.advanceTimersByTime(INTERVAL);
      const changes = await feed.poll();
      if (acknowledging) for (const change of changes) feed.acknowledge(change);
      found.push(...changes.map(({ change }) => change[0]!));
    }
    return found;
  };
}

it('reads the rows of many changes for little more than a minute', async () => {
  const poll = await follower();
  await commit(classes(50), 'a');
  expect(await poll(1)).toHaveLength(50);
  rowsRead = 0;
  await poll(215);
  expect(rowsRead / 50, 'times').toBeLessThan(60);
  rowsRead = 0;
  expect(await poll(50)).toEqual([]);
  expect(rowsRead, 'only the clock').toBeLessThan(10);
});

it.each(Array.from({ length: 10 }, (_, phase) => phase))(
  'finds a change that is committed a minute after it was made, %i polls later',
  async (phase) => {
    const [late, ...others] = classes(30);
    const poll = await follower();
    await poll(300 + phase);
    const made = Date.now();
    for (const other of others) {
      vi.advanceTimersByTime(59_900 / others.length - 4 * INTERVAL);
      await commit([other], 'a');
      expect(await poll(4)).toEqual(['a']);
    }
    await commit([late!], 'b', made);
    vi.advanceTimersByTime(50);
    await commit(others.slice(0, 1), 'c');
    expect((await poll(10)).toSorted()).toEqual(['b', 'c']);
  },
);

it('finds a change that is committed after the clock was set ahead', async () => {
  const poll = await follower();
  await poll(300);
  const made = Date.now();
  clock.ahead = HOUR_MS;
  expect(await poll(100)).toEqual([]);
  await commit(classes(1), 'a', made);
  expect(await poll(10)).toEqual(['a']);
});

it('returns a change again until it is acknowledged, however late', async () => {
  const poll = await follower();
  await commit(classes(1), 'a');
  expect(await poll(300, false)).toHaveLength(300);
  await commit(classes(2).slice(1), 'b');
  expect(await poll(1)).toEqual(['a', 'b']);
  expect(await poll(20)).toEqual([]);
});

it('finds the people of a client whose deletion took minutes', async () => {
  const keyRing = await openKeyRing(masterKey(), database);
  const face = { encoderVersion: 1, features: [feature()], tags: [], thumbnails: [] };
  const [person] = classes(1);
  await createTemplateStore(database, keyRing).update(person!, () => face);
  const poll = await follower();
  const { write } = await test.open();
  await write((trx) =>
    recordChanges(trx, 'sqlite', person!, async () => {
      for (let i = 0; i < 10; i++) {
        vi.advanceTimersByTime(15_000);
        expect(await poll(10)).toEqual([]);
      }
    }),
  );
  expect(await poll(10)).toHaveLength(1);
});
