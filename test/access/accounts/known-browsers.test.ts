/** Known browsers: of these users alone, few of them, not for ever, and by their key. Codes: once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createKnownBrowsers,
  forgottenUntil,
  type KnownBrowsers,
  MOST_BROWSERS,
} from '../../../src/access/accounts/known-browsers.ts';
import { createRecoveryCodes } from '../../../src/access/accounts/recovery-codes.ts';
import { createUserRegistry } from '../../../src/access/accounts/users.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import type { Database } from '../../../src/storage/database.ts';
import { digestOf, newBrowserKey, type TestBrowserKey } from '../../../testing/browser-keys.ts';
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
  let recovery: ReturnType<typeof createRecoveryCodes>;
  let newUser: () => Promise<string>;

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
    const keyRing = await openKeyRing(masterKey(), database);
    browsers = createKnownBrowsers(database, keyRing);
    recovery = createRecoveryCodes(database, keyRing);
    const users = createUserRegistry(database, keyRing);
    newUser = async () => (await users.create({ name: randomUUID() })).id;
  });
  afterAll(() => test.drop());

  const remember = (user: string, token?: string, { key }: TestBrowserKey = newBrowserKey()) =>
    browsers.remember(user, { token, name: 'Firefox, Linux' }, key);

  it('takes a recovery code once, of two uses at once, and of its user alone', async () => {
    const [ada, ben] = [await newUser(), await newUser()];
    const [code = ''] = await recovery.make(ada);
    await recovery.make(ben);
    expect(await recovery.use(ben, code)).toBe(false);
    const used = await Promise.all([recovery.use(ada, code), recovery.use(ada, code)]);
    expect(used.sort()).toEqual([false, true]);
    expect(await recovery.left(ada)).toBe(7);
  });

  it('knows a browser only for the user who let it be remembered', async () => {
    const [ada, ben] = [await newUser(), await newUser()];
    const key = newBrowserKey();
    const { token, id } = await remember(ada, undefined, key);
    expect(await browsers.find(ada, token)).toBe(id);
    for (const [user, shown] of [
      [ben, token],
      [ada, undefined],
      [ada, ''],
      [ada, 'x'.repeat(43)],
    ] as const)
      expect(await browsers.find(user, shown)).toBeUndefined();
    expect(await remember(ben, token, key), 'one cookie for all who use it').toEqual({ token, id });
    expect(await browsers.find(ben, token)).toBe(id);
    expect(await remember(ben, token), 'but not with another key').not.toEqual({ token, id });
  });

  it('accepts no cookie that it did not issue, and no key off the curve', async () => {
    const ada = await newUser();
    const planted = 'p'.repeat(43);
    expect((await remember(ada, planted)).token).not.toBe(planted);
    expect(await browsers.find(ada, planted)).toBeUndefined();
    const off = { x: 'A'.repeat(43), y: 'A'.repeat(43) };
    const refused = browsers.remember(ada, { token: undefined, name: '' }, off);
    await expect(refused).rejects.toThrow(InvalidArgument);
  });

  it("vouches for one attempt and upload, by the browser's own key", async () => {
    const [ada, ben] = [await newUser(), await newUser()];
    const key = newBrowserKey();
    const { id } = await remember(ada, undefined, key);
    const signature = key.signature('nonce.1', '{}');
    const upload = { digest: digestOf('{}'), signature };
    expect(await browsers.vouches(ada, id, 'nonce.1', upload)).toBe(true);
    for (const [user, attempt, shown] of [
      [ada, 'nonce.2', upload],
      [ada, 'other.1', upload],
      [ada, 'nonce.1', { ...upload, digest: digestOf('{ }') }],
      [ada, 'nonce.1', { ...upload, signature: newBrowserKey().signature('nonce.1', '{}') }],
      [ada, 'nonce.1', { ...upload, signature: '' }],
      [ada, 'nonce.1', { ...upload, signature: undefined }],
      [ben, 'nonce.1', upload],
    ] as const)
      expect(await browsers.vouches(user, id, attempt, shown)).toBe(false);
    await database.db
      .updateTable('known_browsers')
      .set({ public_key: JSON.stringify(newBrowserKey().key) })
      .where('user_id', '=', ada)
      .execute();
    expect(await browsers.find(ada, undefined)).toBeUndefined();
    expect(await browsers.vouches(ada, id, 'nonce.1', upload), 'a row that was changed').toBe(
      false,
    );
  });

  it('knows at most twenty browsers of a user, even if all are remembered at once', async () => {
    const ada = await newUser();
    const first = await remember(ada);
    await Promise.all(Array.from({ length: 22 }, () => remember(ada)));
    expect(await browsers.list(ada)).toHaveLength(MOST_BROWSERS);
    expect(await browsers.find(ada, first.token)).toBeUndefined();
  });

  it('lists browsers, and forgets one at once', async () => {
    const ada = await newUser();
    const [one, other] = [await remember(ada), await remember(ada)];
    const listed = await browsers.list(ada, one.token);
    expect(listed).toHaveLength(2);
    const mine = listed.find(({ current }) => current);
    expect(mine).toMatchObject({ browser: 'Firefox, Linux', created: expect.any(Date) });
    expect(await browsers.forget(await newUser(), mine!.name)).toBeUndefined();
    expect(await browsers.forget(ada, mine!.name)).toMatch(/^[0-9a-f]{64}$/);
    expect(await browsers.find(ada, one.token)).toBeUndefined();
    expect(await browsers.find(ada, other.token)).toBeDefined();
  });

  it('forgets a browser after a year without use', async () => {
    const ada = await newUser();
    const { token } = await remember(ada);
    const long = forgottenUntil(new Date()).toISOString();
    await database.db.updateTable('known_browsers').set({ last_used: long }).execute();
    expect(await browsers.find(ada, token)).toBeUndefined();
  });
});
