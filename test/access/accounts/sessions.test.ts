/** Sessions end by themselves: some time after the last use, and when there are too many. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Accounts } from '../../../src/access/accounts/accounts.ts';
import type { NewUser, User } from '../../../src/access/accounts/user.ts';
import { databaseKinds } from '../../../testing/databases.ts';
import { sealedWorkplace } from '../../sealing/sealed-workplace.ts';

const MINUTE = 60_000;
const START = Date.now();
/** Minutes after the start. */
const at = (minutes: number) => vi.setSystemTime(START + minutes * MINUTE);

describe.each(await databaseKinds())('on %s', (kind) => {
  const { database, open } = sealedWorkplace(kind);
  let accounts: Accounts;
  let sessions: Accounts['sessions'];
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: START });
    accounts = (await open()).accounts;
    sessions = accounts.sessions;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  let number = 0;
  const userWith = (more: Partial<NewUser> = {}): Promise<User> =>
    accounts.users.create({ name: `user ${number++}`, ...more });
  const beginFor = async (user: User) => (await sessions.begin(user.id, 'face')).token;

  describe.each([
    ['a user', {}, 30],
    ['an administrator', { admin: true }, 15],
  ] as const)('without use, the session of %s', (_, position, limit) => {
    it(`ends after ${limit} minutes`, async () => {
      const user = await userWith(position);
      const token = await beginFor(user);
      at(limit - 1 / MINUTE);
      expect(await sessions.list(user, token)).toMatchObject([{ current: true }]);
      at(limit);
      expect(await sessions.list(user, token)).toEqual([]);
      expect(await sessions.find(token)).toBeUndefined();
    });

    it('goes on from each use', async () => {
      const user = await userWith(position);
      const token = await beginFor(user);
      for (const uses of [1, 2, 3]) {
        at(uses * (limit - 1));
        expect(await sessions.find(token)).toBeDefined();
      }
      const [listed] = await sessions.list(user, token);
      expect(listed!.expires.getTime()).toBe(Date.now() + limit * MINUTE);
    });

    it('ends although a page watches', async () => {
      const token = await beginFor(await userWith(position));
      for (let minutes = 1; minutes < limit; minutes++) {
        at(minutes);
        expect(await sessions.find(token, { watching: true })).toBeDefined();
      }
      at(limit);
      expect(await sessions.find(token, { watching: true })).toBeUndefined();
    });
  });

  it('ends sooner once its user administers', async () => {
    const user = await userWith();
    const token = await beginFor(user);
    await accounts.positions.give(user.id, { role: 'owner' });
    const again = await beginFor(user);
    at(15);
    expect([await sessions.find(token), await sessions.find(again)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('ends after eight hours of use', async () => {
    const token = await beginFor(await userWith());
    for (let minutes = 20; minutes < 480; minutes += 20) {
      at(minutes);
      expect(await sessions.find(token)).toBeDefined();
    }
    at(480);
    expect(await sessions.find(token)).toBeUndefined();
  });

  it('writes no use within a minute of the last', async () => {
    const token = await beginFor(await userWith());
    const write = vi.spyOn(database(), 'write');
    at(0.9);
    await sessions.find(token);
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
  });

  it('is used by many at once, in two processes', async () => {
    const token = await beginFor(await userWith());
    const other = (await open()).accounts.sessions;
    at(29);
    const used = [sessions, other, sessions, other].map((each) => each.find(token));
    expect(await Promise.all(used)).not.toContain(undefined);
    at(58);
    expect(await other.find(token)).toBeDefined();
  });

  it('does not come back when the clock is set back', async () => {
    const token = await beginFor(await userWith());
    at(30);
    expect(await sessions.find(token)).toBeUndefined();
    at(10);
    expect(await sessions.find(token)).toBeUndefined();
  });

  it('ends when the clock is set back by as much, and goes on after less', async () => {
    const [used, unused] = [await beginFor(await userWith()), await beginFor(await userWith())];
    at(-29);
    expect(await sessions.find(used)).toBeDefined();
    at(-30);
    expect(await sessions.find(used)).toBeDefined();
    expect(await sessions.find(unused)).toBeUndefined();
    at(0);
    expect(await sessions.find(used), 'unused since the clock was set back').toBeUndefined();
  });

  it('is erased by the next sweep', async () => {
    const user = await userWith();
    await beginFor(user);
    at(29);
    const kept = await beginFor(user);
    at(30);
    await sessions.sweep(new Date());
    const rows = database().db.selectFrom('account_sessions').where('user_id', '=', user.id);
    expect(await rows.selectAll().execute()).toHaveLength(1);
    expect(await sessions.find(kept)).toBeDefined();
  });

  describe('of ten at once', () => {
    it('ends the one unused for longest when another begins', async () => {
      const user = await userWith();
      const other = await beginFor(await userWith());
      const tokens: string[] = [];
      for (let minutes = 0; minutes < 10; minutes++) {
        at(minutes);
        tokens.push(await beginFor(user));
      }
      at(10);
      await sessions.find(tokens[0]!);
      const last = await beginFor(user);
      expect(await sessions.list(user, last)).toHaveLength(10);
      expect(await sessions.find(tokens[1]!)).toBeUndefined();
      for (const token of [tokens[0]!, tokens[2]!, last, other])
        expect(await sessions.find(token)).toBeDefined();
    });

    it('leaves ten, however many begin at once in two processes', async () => {
      const user = await userWith();
      const other = (await open()).accounts.sessions;
      const many = Array.from({ length: 14 }, (_, i) => (i % 2 === 0 ? sessions : other));
      const begun = await Promise.all(many.map((each) => each.begin(user.id, 'face')));
      expect(await sessions.list(user, '')).toHaveLength(10);
      const found = await Promise.all(begun.map(({ token }) => other.find(token)));
      expect(found.filter((session) => session !== undefined)).toHaveLength(10);
    });

    it("ends only the browser's earlier one when its user signs in again there", async () => {
      const user = await userWith();
      const tokens: string[] = [];
      for (let i = 0; i < 10; i++) tokens.push(await beginFor(user));
      const { token } = await sessions.begin(user.id, 'face', { replaces: tokens[9] });
      expect(await sessions.find(tokens[9]!)).toBeUndefined();
      for (const kept of [token, ...tokens.slice(0, 9)])
        expect(await sessions.find(kept)).toBeDefined();
    });
  });
});
