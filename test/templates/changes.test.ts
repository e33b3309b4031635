/** The feed of changed classes while the clock of the database is set. */
import { expect, it } from 'vitest';
import { HOUR_MS } from '../../src/durations.ts';
import { readClock } from '../../src/storage/clock.ts';
import { createChangeFeed, FeedMissed, recordChange } from '../../src/templates/changes.ts';
import { createTestDatabase } from '../../testing/databases.ts';

it('misses no change after the clock was set back, and begins anew once', async () => {
  const test = await createTestDatabase('sqlite');
  const database = await test.open();
  const change = (classId: bigint, stamp: string) =>
    database.write(async (trx) => {
      const now = new Date(await readClock(trx, 'sqlite'));
      await recordChange(trx, { storage: 's', partition: 'p', classId }, stamp.repeat(36), now);
    });
  const feed = createChangeFeed(database);
  await feed.poll();
  await change(1n, 'a');
  // As if it was made before an hour was taken back.
  const ahead = BigInt(Date.now() + HOUR_MS);
  await database.db.updateTable('class_changes').set({ changed_ms: ahead }).execute();
  const poll = async () => {
    const changes = await feed.poll();
    for (const one of changes) feed.acknowledge(one);
    return changes.map((one) => one.change[0]);
  };
  expect(await poll()).toEqual(['a']);
  await change(2n, 'b');
  let missed = 0;
  for (let polls = 0; polls < 30; polls++)
    await poll().catch((error: unknown) => {
      expect(error).toBeInstanceOf(FeedMissed);
      missed++;
    });
  expect(missed).toBe(1);
  await change(3n, 'c');
  expect(await poll()).toEqual(['c']);
  await test.drop();
});
