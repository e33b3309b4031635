/** Enrolment by who is signed in: the movement drawn for it, once, by whom it was drawn for. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ACCOUNTS, type User } from '../../../src/access/accounts/user.ts';
import { Aborted, NotFound, ResourceExhausted, Unavailable } from '../../../src/errors.ts';
import { redeemLink } from '../../../src/operations/accounts/account-mail.ts';
import {
  enrollInSession,
  enrolmentChallenge,
} from '../../../src/operations/accounts/enroll-own-face.ts';
import type { SignedIn } from '../../../src/operations/accounts/session-access.ts';
import { ActiveEngine } from '../../../src/operations/active-engine.ts';
import { bcidOf } from '../../../src/operations/context.ts';
import { findRow, updateRows } from '../../../src/storage/rows.ts';
import { databaseKinds } from '../../../testing/databases.ts';
import { imagesOf } from '../../../testing/examined-faces.ts';
import { type AccountsWorkplace, openAccountsWorkplace, STRANGER } from './accounts-workplace.ts';

vi.mock('../../../src/operations/liveness/detect-liveness.ts', async (original) => ({
  ...(await original<object>()),
  examineLiveImages: (await import('../../../testing/examined-faces.ts')).examineNamedFaces,
}));

describe.each(await databaseKinds())('on %s', (kind) => {
  let work: AccountsWorkplace;
  let number = 0;

  beforeAll(async () => {
    work = await openAccountsWorkplace(kind);
  });
  afterAll(() => work.close());

  const registered = async (): Promise<SignedIn> => {
    const user = await work.register(`user-${number++}`);
    return { user, ...(await work.intruder.accounts.sessions.begin(user.id, 'registration')) };
  };
  const draw = (signedIn: SignedIn) => enrolmentChallenge(work.intruder, signedIn);
  /** An attempt by Ada, who says that her head moved that way. */
  const enrol = (
    signedIn: SignedIn,
    tags: readonly string[],
    { parts = work.intruder, images = imagesOf('ada') } = {},
  ) => {
    const [first, second] = images;
    return enrollInSession(parts, work.context(), signedIn, {
      images: [first!, { ...second!, tags }],
      capture: undefined,
      consent: { version: '1', language: 'en' },
      browser: STRANGER.browser,
    });
  };
  const isEnrolled = async ({ classId }: User) =>
    (await work.intruder.templates.read(bcidOf(ACCOUNTS, classId))) !== undefined;

  it('demands one movement until it is tried, and accepts the face that shows it', async () => {
    const somebody = await registered();
    const challenge = await draw(somebody);
    expect(challenge).toEqual([expect.stringMatching(/^(up|down|left|right)$/)]);
    expect([await draw(somebody), await draw(somebody)]).toEqual([challenge, challenge]);
    expect(await enrol(somebody, challenge)).toMatchObject({ enrolled: true, challenge: [] });
    expect(await isEnrolled(somebody.user)).toBe(true);
  });

  it('accepts closed eyes, with advice', async () => {
    const [open, closed] = [await registered(), await registered()];
    expect(await enrol(open, await draw(open))).toMatchObject({ enrolled: true, advice: [] });
    const images = imagesOf('ada', 2, 'closed');
    expect(await enrol(closed, await draw(closed), { images })).toMatchObject({
      enrolled: true,
      errors: [],
      advice: [{ errorCode: 'EyesClosed' }],
    });
  });

  it('replaces a damaged template with proof of ownership, and not without', async () => {
    const { accounts, database } = work.intruder;
    const user = await work.register(`user-${number++}`, 'ben');
    const row = { class_id: user.classId };
    const body = randomBytes(64);
    await database.write((trx) => updateRows(trx, 'templates', row, { body }));
    const unproven = { user, ...(await accounts.sessions.begin(user.id, 'face')) };
    await expect(enrol(unproven, await draw(unproven))).rejects.toThrow('integrity check');
    expect(body.equals((await findRow(database.db, 'templates', row))!.body)).toBe(true);

    const { token } = await accounts.links.create(user.id, 'enrol');
    const { beginsFor } = await redeemLink(accounts, token);
    const proven = { user, ...(await accounts.sessions.begin(beginsFor!, 'link')) };
    await draw(proven);
    const refused = { enrolled: false, template: { available: false } };
    expect(await enrol(proven, [])).toMatchObject(refused);
    const replaced = { enrolled: true, replaced: true, template: { available: true } };
    expect(await enrol(proven, await draw(proven))).toMatchObject(replaced);
    expect(await isEnrolled(user)).toBe(true);
  });

  it('refuses no movement, another one, and that of the previous attempt', async () => {
    const somebody = await registered();
    const refused = async (tags: readonly string[]) => {
      const { enrolled, errors, challenge } = await enrol(somebody, tags);
      expect(enrolled).toBe(false);
      expect(errors).toMatchObject([{ errorCode: 'RejectedByChallengeResponse' }]);
      expect(await draw(somebody)).toEqual(challenge);
      return challenge;
    };
    const first = await draw(somebody);
    const second = await refused([]);
    expect(second).not.toEqual(first);
    const [third] = await refused(first);
    await refused([third === 'up' ? 'down' : 'up']);
    expect(await isEnrolled(somebody.user)).toBe(false);
  });

  it('refuses a movement drawn for another session, or never', async () => {
    const [somebody, other] = [await registered(), await registered()];
    const challenge = await draw(other);
    await expect(enrol(somebody, challenge)).rejects.toThrow(NotFound);
    const { sessions } = work.intruder.accounts;
    const elsewhere = { user: other.user, ...(await sessions.begin(other.user.id, 'face')) };
    await expect(enrol(elsewhere, challenge)).rejects.toThrow(NotFound);
    expect(await enrol(other, challenge)).toMatchObject({ enrolled: true });
  });

  it('slows down a user who retries until the movement fits, in any session', async () => {
    const somebody = await registered();
    await draw(somebody);
    for (let i = 0; i < 6; i++)
      expect(await enrol(somebody, [])).toMatchObject({ enrolled: false });
    const waiting = await draw(somebody);
    await expect(enrol(somebody, waiting)).rejects.toThrow(ResourceExhausted);
    expect(await draw(somebody)).toEqual(waiting);
    const { user } = somebody;
    const elsewhere = { user, ...(await work.intruder.accounts.sessions.begin(user.id, 'face')) };
    await expect(enrol(elsewhere, await draw(elsewhere))).rejects.toThrow(ResourceExhausted);
    expect(await isEnrolled(user)).toBe(false);
    const other = await registered();
    expect(await enrol(other, await draw(other))).toMatchObject({ enrolled: true });
  });

  it('counts neither right attempts nor those that nobody could examine', async () => {
    const somebody = await registered();
    const starting = { ...work.intruder, activeEngine: new ActiveEngine(undefined) };
    const asked = await draw(somebody);
    for (let i = 0; i < 8; i++) {
      await expect(enrol(somebody, asked, { parts: starting })).rejects.toThrow(Unavailable);
      expect(await draw(somebody), 'the same pictures will do').toEqual(asked);
    }
    for (let i = 0; i < 8; i++)
      expect(await enrol(somebody, await draw(somebody))).toMatchObject({ enrolled: true });
  });

  it('accepts one of several concurrent answers', async () => {
    let aborted = 0;
    await work.inEachPlace(async (interruptedBy) => {
      const somebody = await registered();
      const challenge = await draw(somebody);
      let other: Promise<unknown> | undefined;
      interruptedBy(async () => {
        other = enrol(somebody, challenge).catch((error: unknown) => error);
        await other;
      });
      const mine = await enrol(somebody, challenge, { parts: work.victim }).catch(
        (error: unknown) => error,
      );
      const ends = other === undefined ? [mine] : [mine, await other];
      const enrolled = ends.filter((end) => (end as { enrolled?: boolean }).enrolled === true);
      expect(enrolled).toHaveLength(1);
      if (mine instanceof Aborted) aborted++;
    });
    expect(aborted).toBeGreaterThan(0);
  });
});
