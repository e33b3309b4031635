/** Paths of logins: unforeseeable, the same until an attempt, and silent about who exists. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAttemptLimits } from '../../../src/access/accounts/attempt-limits.ts';
import { createDrawnPaths } from '../../../src/access/accounts/drawn-paths.ts';
import { ACCOUNTS } from '../../../src/access/accounts/user.ts';
import { createUserRegistry } from '../../../src/access/accounts/users.ts';
import { createFollowedPaths } from '../../../src/access/followed-paths.ts';
import { isAnswered, unanswered } from '../../../src/access/tasks/near-paths.ts';
import { DAY_MS, HOUR_MS } from '../../../src/durations.ts';
import { PATHS } from '../../../src/followed-point.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import { createTemplateStore } from '../../../src/templates/store.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { feature, masterKey } from '../../../testing/template-samples.ts';

const NOON = Date.parse('2026-11-28T12:00:00Z');
const typed = (value: string) => ({ by: 'identifier', value }) as const;

describe('a drawn path', () => {
  let test: TestDatabase;
  let limits: ReturnType<typeof createAttemptLimits>;
  let draw: ReturnType<typeof createDrawnPaths>;
  let other: ReturnType<typeof createDrawnPaths>;
  let userId: string;
  let follow: (times: number) => Promise<void>;

  beforeAll(async () => {
    test = await createTestDatabase('sqlite');
    const database = await test.open();
    const keyRing = await openKeyRing(masterKey(), database);
    limits = createAttemptLimits(database, keyRing);
    draw = createDrawnPaths(database, keyRing, limits);
    other = createDrawnPaths(database, keyRing, limits);
    const user = await createUserRegistry(database, keyRing).create({ name: 'ben' });
    userId = user.id;
    const { storage, partition } = ACCOUNTS;
    const bcid = { storage, partition, classId: user.classId };
    const one = { encoderVersion: 1, features: [feature()], tags: [], thumbnails: [] };
    await createTemplateStore(database, keyRing).update(bcid, () => one);
    const followed = createFollowedPaths(database);
    follow = async (times) => {
      for (let i = 0; i < times; i++) {
        const left = unanswered(await followed.of(bcid));
        await followed.add(bcid, left[Math.floor(Math.random() * left.length)]!);
      }
    };
  });
  afterAll(() => test.drop());

  it('is the same however often the name is typed, until an attempt or the next hour', async () => {
    const ben = { accountId: userId, limited: typed('ben') };
    const first = await draw(ben, NOON);
    expect(PATHS).toContain(first);
    expect(await other(ben, NOON + 1000)).toBe(first);
    const later = await Promise.all([1, 2, 3].map((hours) => draw(ben, NOON + hours * HOUR_MS)));
    expect(new Set([first, ...later]).size).toBeGreaterThan(2);
    const attempts = [first];
    for (let i = 0; i < 3; i++) {
      await limits.begin(ben.limited);
      attempts.push(await draw(ben, NOON));
    }
    expect(new Set(attempts).size).toBeGreaterThan(2);
    const browsers = ['a', 'b', 'c'].map((value) =>
      draw({ accountId: userId, limited: { by: 'browser', value } }, NOON),
    );
    expect(new Set(await Promise.all(browsers)).size).toBeGreaterThan(1);
  });

  it('differs from those that were followed', async () => {
    await follow(3);
    const paths = await createFollowedPaths(await test.open()).ofUser(userId);
    expect(paths).toHaveLength(3);
    for (let hour = 0; hour < 30; hour++) {
      const drawn = await draw({ accountId: userId, limited: typed('ben') }, NOON + hour * HOUR_MS);
      expect(isAnswered(drawn, paths)).toBe(false);
    }
  });

  it('seems to avoid as many for a name of nobody, and others as the days pass', async () => {
    const drawnFor = async (accountId: string, now: number) => {
      const told = new Set<string>();
      for (let i = 0; i < 150; i++)
        told.add((await draw({ accountId, limited: typed(`name ${i}`) }, now)).join());
      return told;
    };
    const [nobody, somebody] = [await drawnFor('nobody x', NOON), await drawnFor(userId, NOON)];
    // Of a thousand, 150 would be some 140; of the ones that are left, fewer.
    expect(nobody.size).toBeLessThan(130);
    expect(somebody.size).toBeLessThan(130);
    const later = await drawnFor('nobody x', NOON + 60 * DAY_MS);
    expect([...later].filter((path) => !nobody.has(path)).length).toBeGreaterThan(20);
  });
});
