/** All data about a user, to show and to erase. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import { ACCOUNTS, type User } from '../../access/accounts/user.ts';
import { InvalidArgument, NotFound } from '../../errors.ts';
import type { RecordedJob } from '../../journal/bookkeeping.ts';
import type { EnqueueEvents } from '../../webhooks/outbox.ts';
import { bcidOf, type OperationParts } from '../context.ts';
import { issueReceipt } from '../face/erasure-receipts.ts';
import { usableStatus } from '../face/template-status.ts';
import { lastOwner } from '../rights.ts';
import { type NoticeParts, notifyOwner } from './account-notices.ts';

type Parts = Pick<OperationParts, 'templates' | 'bookkeeping' | 'audit' | 'outbox'> & {
  readonly accounts: Pick<
    Accounts,
    | 'positions'
    | 'oauth'
    | 'consents'
    | 'secondFactors'
    | 'browsers'
    | 'sessions'
    | 'erase'
    | 'erasing'
    | 'forgetAttempts'
  > &
    NoticeParts;
};

/** Most bookkeeping jobs of the user to hand out. */
const MOST_JOBS = 1000;

/** All stored data about the user, except keys and the vectors of the template. */
export async function accountData({ templates, bookkeeping, accounts }: Parts, user: User) {
  const face = await usableStatus(templates, bcidOf(ACCOUNTS, user.classId));
  const { classId } = user;
  const jobs = await bookkeeping.list({ clientId: ACCOUNTS.id, classId, limit: MOST_JOBS });
  return {
    user,
    face,
    faceConsents: await accounts.consents.face(user.id),
    applications: await accounts.consents.everGranted(user.id),
    secondFactor: await accounts.secondFactors.has(user.id),
    passkeys: await accounts.secondFactors.passkeys.list(user.id),
    recoveryCodes: await accounts.secondFactors.recovery.left(user.id),
    browsers: await accounts.browsers.list(user.id),
    sessions: await accounts.sessions.list(user, ''),
    jobs,
  };
}

/**
 * Erases the user, template first. The audit trail records that an account was erased, not whose.
 * @param actor who asked for it, as named in the audit trail
 * @param entry further data for the trail: the digest of a receipt
 * @throws PermissionDenied the user is the last owner
 */
export async function eraseAccount(
  parts: Parts,
  user: User,
  actor: string,
  entry: object = {},
): Promise<void> {
  const { templates, audit, accounts } = parts;
  if (user.admin && !(await accounts.positions.give(user.id, undefined))) throw lastOwner(user);
  await accounts.forgetAttempts(user);
  // Erases both at once, so that a concurrent enrolment finds either both or neither.
  const erasing = accounts.erasing(user);
  const enqueueEvents = await enqueueErased(parts, user);
  await templates.delete(bcidOf(ACCOUNTS, user.classId), {
    async step(trx) {
      await enqueueEvents(trx);
      await erasing(trx);
    },
  });
  await accounts.erase(user);
  await audit.append({
    event: 'erasure',
    actor,
    clientId: ACCOUNTS.id,
    details: { what: 'account', user: user.id, ...entry },
  });
  await notifyOwner(accounts, user, 'erased');
}

/** @throws InvalidArgument the user did not type their own name; as `eraseAccount` */
export async function eraseOwnAccount(parts: Parts, user: User, typed: string): Promise<void> {
  if (typed !== user.name) throw new InvalidArgument('name: type your own name to confirm');
  await eraseAccount(parts, user, 'the user');
}

/** Erases the user. Returns a receipt that names the user. @throws as `eraseAccount` */
export async function eraseAccountWithReceipt(
  parts: Parts & Parameters<typeof issueReceipt>[0],
  user: User,
  actor: string,
): Promise<{ readonly receipt: string }> {
  const { face, faceConsents, applications } = await accountData(parts, user);
  const { receipt, entry } = await issueReceipt(parts, {
    ...{ what: 'account', id: user.id, name: user.name },
    featureVectors: face.featureVectors,
    thumbnailsStored: face.thumbnailsStored,
    faceConsents: faceConsents.length,
    applications: applications.map(({ clientId }) => clientId),
  });
  await eraseAccount(parts, user, actor, entry);
  return { receipt };
}

/**
 * Tells every application that the user has logged in to, each with the subject it knows. Part of
 * the erasure, before the rows of the user are gone.
 */
export async function enqueueErased(
  {
    accounts,
    outbox,
  }: Pick<Parts, 'outbox'> & { readonly accounts: Pick<Accounts, 'oauth' | 'consents'> },
  { id }: Pick<User, 'id'>,
): Promise<EnqueueEvents> {
  const subjectAt = await accounts.oauth.subjects(id);
  return async (trx) => {
    const applications = await accounts.consents.everGranted(id, trx);
    const events = applications.map(({ clientId }) => ({
      type: 'account.erased' as const,
      audience: { clientId },
      data: { sub: subjectAt(clientId) },
    }));
    await outbox.enqueue(trx, events);
  };
}

/** Withdraws the consent, and ends every token of the application. @throws NotFound it has none */
export async function revokeConsent(
  { consents }: Pick<Accounts, 'consents'>,
  { id }: Pick<User, 'id'>,
  clientId: string,
): Promise<void> {
  if (!(await consents.revoke(id, clientId))) throw new NotFound('This application has no access.');
}

/** @throws NotFound */
export async function endSession(
  { sessions }: Pick<Accounts, 'sessions'>,
  { id }: Pick<User, 'id'>,
  name: string,
): Promise<void> {
  if (!(await sessions.endNamed(id, name))) throw new NotFound('There is no such session.');
}

/** Most entries to show. */
const MOST = 30;

/** Start of the reference of a login for an application. The application's id follows. */
export const LOGIN_REFERENCE = 'oauth ';

/** Newest first: time, success, method, whether in a known browser, and application. */
export async function signInHistory(
  { bookkeeping }: Pick<OperationParts, 'bookkeeping'>,
  { classId }: User,
) {
  const ofUser = { clientId: ACCOUNTS.id, classId, operation: 'sign-in', limit: MOST };
  return (await bookkeeping.list(ofUser)).map((job) => ({
    time: job.started,
    passed: job.errors.length === 0,
    by: shownIn(job),
    knownBrowser: job.decision === 'signed in, known browser',
    /** Id of the application. Undefined: the user's own profile. */
    application: job.referenceNumber?.startsWith(LOGIN_REFERENCE)
      ? job.referenceNumber.slice(LOGIN_REFERENCE.length)
      : undefined,
  }));
}

function shownIn({ decision, errors }: RecordedJob): 'face' | 'second-factor' | 'passkey' | 'mail' {
  if (decision === 'passkey') return 'passkey';
  if (decision === 'mail' || errors.some(({ errorCode }) => errorCode === 'WrongLink'))
    return 'mail';
  const wrong = errors.some(({ errorCode }) => /^Wrong/.test(errorCode));
  return wrong || decision === 'second factor' ? 'second-factor' : 'face';
}
