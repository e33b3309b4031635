/**
 * Browsers in which users have signed in: known for these users alone, few of them, and not for
 * ever.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createKnownBrowsers,
  forgottenUntil,
  type KnownBrowsers,
} from '../../../src/access/accounts/known-browsers.ts';
import { createUserRegistry } from '../../../src/access/accounts/users.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import type { Database } from '../../../src/storage/database.ts';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../testing/databases.ts';
import { masterKey } from '../../../testing/template-samples.ts';

describe.each(await databaseKinds())('on %s', (kind) => {
  let test: TestDatabase;
  let database: Database;
  let browsers: KnownBrowsers;
  let newUser: () => Promise<string>;

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
    browsers = createKnownBrowsers(database);
    const users = createUserRegistry(database, await openKeyRing(masterKey(), database));
    newUser = async () => (await users.create({ name: randomUUID() })).id;
  });
  afterAll(() => test.drop());

  it('knows a browser only for the user who signed in with it', async () => {
    const [ada, ben] = [await newUser(), await newUser()];
    const token = await browsers.remember(ada, undefined);
    expect(await browsers.allowance(ada, token)).toEqual({
      by: 'browser',
      value: expect.stringMatching(new RegExp(`^${ada} [0-9a-f]{64}$`)),
    });
    for (const [user, shown] of [
      [ben, token],
      [ada, undefined],
      [ada, ''],
      [ada, 'x'.repeat(43)],
    ] as const)
      expect(await browsers.allowance(user, shown)).toBeUndefined();
    expect(await browsers.remember(ben, token), 'one token for all who use it').toBe(token);
    expect(await browsers.allowance(ben, token)).toBeDefined();
  });

  it('accepts no token that it did not issue', async () => {
    const ada = await newUser();
    const planted = 'p'.repeat(43);
    expect(await browsers.remember(ada, planted)).not.toBe(planted);
    expect(await browsers.allowance(ada, planted)).toBeUndefined();
  });

  it('knows at most ten browsers of a user, even if all sign in at once', async () => {
    const ada = await newUser();
    const first = await browsers.remember(ada, undefined);
    await Promise.all(Array.from({ length: 12 }, () => browsers.remember(ada, undefined)));
    expect(await browsers.allowances(ada)).toHaveLength(10);
    expect(await browsers.allowance(ada, first)).toBeUndefined();
  });

  it('forgets a browser after a year without use', async () => {
    const ada = await newUser();
    const token = await browsers.remember(ada, undefined);
    const long = forgottenUntil(new Date()).toISOString();
    await database.db.updateTable('known_browsers').set({ last_used: long }).execute();
    expect(await browsers.allowance(ada, token)).toBeUndefined();
  });
});
