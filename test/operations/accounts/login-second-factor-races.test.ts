/** The first second factor of a login, interrupted in every place: it is of whom the face was, and the only one. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../../src/access/accounts/user.ts';
import { Aborted, ServiceError } from '../../../src/errors.ts';
import {
  confirmCodes,
  inLogin,
  inSession,
  setUpCodes,
} from '../../../src/operations/accounts/second-factors.ts';
import { identify } from '../../../src/operations/accounts/sign-in-steps.ts';
import { databaseKinds } from '../../../testing/databases.ts';
import { codeOf } from '../../../testing/totp-codes.ts';
import {
  type AccountParts,
  type AccountsWorkplace,
  NO_DEMANDS,
  openAccountsWorkplace,
} from './accounts-workplace.ts';

describe.each(await databaseKinds())('on %s', (kind) => {
  let work: AccountsWorkplace;
  let ada: User;
  let ben: User;
  let uid: string;

  beforeAll(async () => {
    work = await openAccountsWorkplace(kind);
    ada = await work.register('ada', 'ada');
    ben = await work.register('ben', 'ben');
  });
  afterAll(() => work.close());
  beforeEach(() => work.intruder.accounts.secondFactors.removeAll(ada.id));

  const expires = new Date(Date.now() + 3_600_000);
  const login = () => ({
    uid,
    expires,
    demands: { ...NO_DEMANDS, secondFactor: true },
    session: undefined,
  });
  /** A login in which Ada's face was shown. */
  const begin = async () => {
    const { signIns, secondFactors } = work.intruder.accounts;
    await secondFactors.removeAll(ada.id);
    uid = randomUUID();
    const named = { identifier: 'ada', userId: ada.id, challenged: false, expires };
    await signIns.pass(uid, await signIns.begin(uid, named), ['face']);
    return setUpCodes(work.intruder, await inLogin(work.intruder, login()));
  };
  /** Undefined: it was done. */
  const refusalOf = (step: Promise<unknown>) =>
    step.then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof ServiceError) return error;
        throw error;
      },
    );
  const confirm = async (parts: AccountParts, code: string) =>
    confirmCodes(parts, await inLogin(parts, login()), code);
  const shownBy = async ({ accounts }: AccountParts) => (await accounts.signIns.find(uid))?.methods;

  it('a user named meanwhile neither gets it nor logs in by it', async () => {
    let refused = 0;
    const places = await work.inEachPlace(async (interruptedBy) => {
      const code = await codeOf((await begin()).secret);
      interruptedBy(() => identify(work.intruder, uid, 'ben', { expires }));
      if ((await refusalOf(confirm(work.victim, code))) instanceof Aborted) refused++;
      expect(await work.intruder.accounts.secondFactors.has(ben.id)).toBe(false);
      const signIn = await work.intruder.accounts.signIns.find(uid);
      if (signIn?.userId === ben.id) expect(signIn.methods).toEqual([]);
    });
    expect(places).toBeGreaterThan(4);
    expect(refused).toBeGreaterThan(2);
  });

  it('of two set up at once, here and in the profile, one is in force and shown', async () => {
    const { accounts } = work.intruder;
    let done = 0;
    const places = await work.inEachPlace(async (interruptedBy) => {
      const mine = await begin();
      const code = await codeOf(mine.secret);
      const { token, session } = await accounts.sessions.begin(ada.id, 'face');
      const signedIn = { user: ada, token, session };
      let theirs: { readonly secret: string } | undefined;
      interruptedBy(async () => {
        theirs = await accounts.secondFactors.setUp(ada.id, 'ada').catch(() => undefined);
        if (theirs !== undefined) {
          const place = inSession(work.intruder, signedIn);
          await refusalOf(confirmCodes(work.intruder, place, await codeOf(theirs.secret)));
        }
      });
      const refusal = await refusalOf(confirm(work.victim, code));
      const inForce = theirs ?? mine;
      expect(await accounts.secondFactors.check(ada.id, await codeOf(inForce.secret, 1))).toBe(
        true,
      );
      const methods = await shownBy(work.intruder);
      if (theirs !== undefined) expect(methods ?? []).not.toContain('otp');
      else if (refusal === undefined) done++;
    });
    expect(places).toBeGreaterThan(4);
    expect(done).toBeGreaterThan(0);
  });
});
