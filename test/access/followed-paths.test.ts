/** Followed paths: remembered for a class until it is erased, and never accepted twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFollowedPaths, type FollowedPaths } from '../../src/access/followed-paths.ts';
import { isAnswered, MOST_REMEMBERED } from '../../src/access/tasks/near-paths.ts';
import type { Bcid } from '../../src/bcid.ts';
import { PATHS, type Path } from '../../src/followed-point.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import { createTemplateStore, type TemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { feature, masterKey } from '../../testing/template-samples.ts';

const PATH: Path = ['up', 'right', 'down', 'up', 'left'];

describe.each(await databaseKinds())('on %s', (kind) => {
  let test: TestDatabase;
  let database: Database;
  let templates: TemplateStore;
  let followed: FollowedPaths;
  /** As another process has it. */
  let other: FollowedPaths;
  let enrolled: (classId: bigint) => Promise<Bcid>;

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
    templates = createTemplateStore(database, await openKeyRing(masterKey(), database));
    followed = createFollowedPaths(database);
    other = createFollowedPaths(await test.open());
    enrolled = async (classId) => {
      const bcid = { storage: 'test', partition: 'paths', classId };
      const one = { encoderVersion: 1, features: [feature()], tags: [], thumbnails: [] };
      await templates.update(bcid, () => one);
      return bcid;
    };
  });
  afterAll(() => test.drop());

  it('takes a path once, for each class, and nothing near it', async () => {
    const [ada, ben] = [await enrolled(1n), await enrolled(2n)];
    expect(await followed.add(ada, PATH)).toBe(true);
    expect(await followed.add(ada, PATH)).toBe(false);
    expect(await other.add(ada, ['up', 'right', 'down-left', 'up', 'left'])).toBe(false);
    expect(await other.of(ada)).toEqual([PATH]);
    expect(await followed.add(ben, PATH)).toBe(true);
  });

  it('takes one of two that are accepted at once', async () => {
    const bcid = await enrolled(3n);
    const both = await Promise.all([followed.add(bcid, PATH), other.add(bcid, PATH)]);
    expect(both.filter((taken) => taken)).toHaveLength(1);
  });

  it('keeps the latest', async () => {
    const bcid = await enrolled(4n);
    const taken: Path[] = [];
    while (taken.length < MOST_REMEMBERED + 2) {
      const next = PATHS.find((path) => !isAnswered(path, taken.slice(-MOST_REMEMBERED)))!;
      expect(await followed.add(bcid, next)).toBe(true);
      taken.push(next);
    }
    expect(await followed.of(bcid)).toEqual(taken.slice(-MOST_REMEMBERED));
  });

  it('forgets the class with its template, and remembers none that has none', async () => {
    const bcid = await enrolled(5n);
    expect(await followed.add(bcid, PATH)).toBe(true);
    await templates.delete(bcid);
    expect(await followed.of(bcid)).toEqual([]);
    expect(await followed.add(bcid, PATH)).toBe(false);
    expect(await database.db.selectFrom('followed_paths').selectAll().execute()).not.toContainEqual(
      expect.objectContaining({ class_id: 5n }),
    );
  });
});
