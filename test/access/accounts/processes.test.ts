/** Accounts with two processes on one database: what is good for one use is good for one of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accounts, createAccounts } from '../../../src/access/accounts/accounts.ts';
import type { User } from '../../../src/access/accounts/user.ts';
import { createClientRegistry } from '../../../src/access/clients/clients.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../testing/databases.ts';
import { masterKey } from '../../../testing/template-samples.ts';
import { codeOf } from '../../../testing/totp-codes.ts';

describe.each(await databaseKinds())('on %s', (kind) => {
  let test: TestDatabase;
  let one: Accounts;
  let other: Accounts;
  let ada: User;

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    const key = masterKey();
    const open = async () => {
      const database = await test.open();
      const keyRing = await openKeyRing(key, database);
      return createAccounts({
        database,
        keyRing,
        clients: createClientRegistry(database, keyRing),
        publicUrl: () => 'http://test',
        sendMail: async () => {},
        warn: console.warn,
      });
    };
    one = await open();
    other = await open();
    ada = await one.users.create({ name: 'Ada' });
  });
  afterAll(() => test.drop());

  /** What many calls at the same moment, at both processes in turns, answered. */
  const atOnce = <T>(call: (accounts: Accounts) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: 6 }, (_, i) => call(i % 2 === 0 ? one : other)));

  it('a one-time link works at only one of them', async () => {
    const { token } = await one.links.create(ada.id, 'enrol');
    const redeemed = await atOnce(({ links }) => links.redeem(token));
    expect(redeemed.filter((link) => link !== undefined)).toMatchObject([{ userId: ada.id }]);
  });

  it('a second-factor code works at only one of them', async () => {
    const { secret } = await one.secondFactors.setUp(ada.id, ada.name);
    expect(await other.secondFactors.confirm(ada.id, await codeOf(secret))).toBe(true);
    const code = await codeOf(secret, 1);
    const taken = await atOnce(({ secondFactors }) => secondFactors.check(ada.id, code));
    expect(taken.filter((right) => right)).toHaveLength(1);
  });

  it('a challenge serves one attempt at one of them; both draw the same next one', async () => {
    const expires = new Date(Date.now() + 60_000);
    const begun = { identifier: 'ada', userId: ada.id, challenged: true, expires };
    const signIn = await one.signIns.begin('key', begun);
    const counted = await atOnce(({ signIns }) => signIns.countAttempt('key', signIn));
    expect(counted.filter((first) => first)).toHaveLength(1);
    const next = await other.signIns.find('key');
    expect(next?.attempts).toBe(1);
    expect(await one.signIns.find('key')).toEqual(next);
  });

  it('a session that ends at one ends at the other', async () => {
    const { token } = await one.sessions.begin(ada.id, 'face');
    expect(await other.sessions.find(token)).toMatchObject({ userId: ada.id, kind: 'face' });
    await other.sessions.end(token);
    expect(await one.sessions.find(token)).toBeUndefined();
  });

  it('only one of two accounts that claim an address can confirm it', async () => {
    const email = 'shared@example.org';
    const ben = await other.users.create({ name: 'Ben', email });
    await one.users.setEmail(ada.id, email);
    const confirmed = await Promise.all([
      one.users.confirmEmail(ada.id, email),
      other.users.confirmEmail(ben.id, email),
    ]);
    expect(confirmed.sort()).toEqual([false, true]);
  });
});
