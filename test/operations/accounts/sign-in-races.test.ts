/** Two requests in one sign-in at once, in every order: it ends as who was examined, or not at all. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignIn } from '../../../src/access/accounts/sign-ins.ts';
import type { User } from '../../../src/access/accounts/user.ts';
import { Aborted, ServiceError, Unavailable } from '../../../src/errors.ts';
import { giveCode } from '../../../src/operations/accounts/further-ways.ts';
import { readState, type StepResult } from '../../../src/operations/accounts/sign-in-state.ts';
import { identify, showFace } from '../../../src/operations/accounts/sign-in-steps.ts';
import { ActiveEngine } from '../../../src/operations/active-engine.ts';
import { databaseKinds } from '../../../testing/databases.ts';
import type { Face } from '../../../testing/examined-faces.ts';
import { codeOf } from '../../../testing/totp-codes.ts';
import {
  type AccountParts,
  type AccountsWorkplace,
  attemptBy,
  NO_DEMANDS,
  openAccountsWorkplace,
  STRANGER,
} from './accounts-workplace.ts';

vi.mock('../../../src/operations/liveness/detect-liveness.ts', async (original) => ({
  ...(await original<object>()),
  examineLiveImages: (await import('../../../testing/examined-faces.ts')).examineNamedFaces,
}));
vi.mock('../../../src/operations/liveness/live-sequence.ts', async () => ({
  examineSequence: (await import('../../../testing/examined-faces.ts')).examineNamedFaces,
}));

describe.each(await databaseKinds())('on %s', (kind) => {
  let work: AccountsWorkplace;
  let ada: User;
  let ben: User;
  let key: string;

  beforeAll(async () => {
    work = await openAccountsWorkplace(kind);
    ada = await work.register('ada', 'ada');
    ben = await work.register('ben', 'ben');
  });
  afterAll(() => work.close());
  beforeEach(async () => {
    await work.forgetAttempts();
    key = randomUUID();
  });

  const named = { expires: new Date(Date.now() + 3_600_000) };
  const nameAs = (name: string) => identify(work.intruder, key, name, named);
  const show = async (face: Face, parts = work.victim) => {
    const { challenge = [] } = (await work.intruder.accounts.signIns.find(key)) ?? {};
    return showFace(parts, work.context(), key, attemptBy(face, challenge));
  };
  const refusalOf = (step: Promise<StepResult>) =>
    step.then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof ServiceError) return error;
        throw error;
      },
    );
  const begin = ({ accounts }: AccountParts, signIn: SignIn | undefined) =>
    accounts.sessions.begin(signIn!.userId!, 'face', {
      step: accounts.signIns.ending(key, signIn!),
    });
  /** As whom the sign-in can end now; undefined: it cannot. */
  const endsAs = async () => {
    const signIn = await work.intruder.accounts.signIns.find(key);
    const { step } = await readState(work.intruder, signIn, NO_DEMANDS);
    return step === 'done' ? signIn?.userId : undefined;
  };

  it('a face counts for its user, not for one named meanwhile', async () => {
    let refused = 0;
    const places = await work.inEachPlace(async (interruptedBy) => {
      key = randomUUID();
      await nameAs('ada');
      interruptedBy(() => nameAs('ben'));
      const refusal = await refusalOf(show('ada'));
      expect(await endsAs()).not.toBe(ben.id);
      if (refusal instanceof Aborted) refused++;
    });
    expect(places).toBeGreaterThan(8);
    expect(refused).toBeGreaterThan(3);
  });

  it('a code counts for its user, not for one named meanwhile', async () => {
    const { secondFactors } = work.intruder.accounts;
    const places = await work.inEachPlace(async (interruptedBy) => {
      key = randomUUID();
      await nameAs('ada');
      await show('ada', work.intruder);
      const { secret } = await secondFactors.setUp(ada.id, ada.name);
      await secondFactors.confirm(ada.id, await codeOf(secret));
      const code = await codeOf(secret, 1);
      interruptedBy(() => nameAs('ben'));
      await refusalOf(giveCode(work.victim, work.context(), key, code, STRANGER));
      expect(await endsAs()).not.toBe(ben.id);
      await secondFactors.remove(ada.id);
    });
    expect(places).toBeGreaterThan(5);
  });

  it('an attempt that nobody could examine keeps the demanded movement', async () => {
    const { challenge } = await nameAs('ada');
    expect(challenge).not.toEqual([]);
    const starting = { ...work.intruder, activeEngine: new ActiveEngine(undefined) };
    expect(await refusalOf(show('ada', starting))).toBeInstanceOf(Unavailable);
    const left = await work.intruder.accounts.signIns.find(key);
    expect(left).toMatchObject({ challenge, attempts: 0 });
  });

  it('an overtaken attempt passes nothing', async () => {
    await work.inEachPlace(async (interruptedBy) => {
      key = randomUUID();
      await nameAs('ada');
      let overtaken = false;
      interruptedBy(async () => {
        overtaken = !(await show('ben', work.intruder)).passed;
      });
      const refusal = await refusalOf(show('ada'));
      const end = await endsAs();
      if (refusal !== undefined) {
        expect(refusal).toBeInstanceOf(Aborted);
        expect(end).toBeUndefined();
      }
      expect([overtaken, end]).not.toEqual([true, ben.id]);
    });
  });

  it('ends once, and not after another user was named', async () => {
    await nameAs('ada');
    const { signIn } = await show('ada', work.intruder);
    const ends = await Promise.allSettled(
      Array.from({ length: 6 }, (_, i) => begin(i % 2 === 0 ? work.victim : work.intruder, signIn)),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await nameAs('ada');
    const shown = await show('ada', work.intruder);
    await nameAs('ben');
    await expect(begin(work.victim, shown.signIn)).rejects.toThrow(Aborted);
  });

  it("begins no session if the user's sessions are ended meanwhile", async () => {
    await work.inEachPlace(async (interruptedBy) => {
      key = randomUUID();
      await nameAs('ada');
      const { signIn } = await show('ada', work.intruder);
      let ended = false;
      interruptedBy(() => {
        ended = true;
        return work.intruder.accounts.sessions.endOthers(ada.id, undefined);
      });
      const begun = await begin(work.victim, signIn).catch((error: unknown) => error);
      if (ended) expect(await work.intruder.accounts.sessions.list(ada, '')).toEqual([]);
      else expect(begun).toMatchObject({ session: { userId: ada.id } });
    });
  });

  it('of many at once, none ends as an unexamined user', async () => {
    for (let i = 0; i < 8; i++) {
      key = randomUUID();
      await work.forgetAttempts();
      await nameAs('ada');
      await Promise.allSettled([show('ada'), nameAs('ben'), show('ada', work.intruder)]);
      expect(await endsAs()).not.toBe(ben.id);
    }
  });
});
