/** What is kept about a user: all of it to be seen, all of it to be erased. */
import type { Accounts } from '../access/accounts/accounts.ts';
import { ACCOUNTS, type User } from '../access/accounts/user.ts';
import type { ReplayGuard } from '../access/replay.ts';
import { PermissionDenied } from '../errors.ts';
import type { WebhookEvent } from '../webhooks/event.ts';
import { type NoticeParts, notifyOwner } from './account-notices.ts';
import { bcidOf, type OperationParts } from './context.ts';
import { forgetAccount } from './replays.ts';
import { readStatus } from './template-status.ts';

type Parts = Pick<OperationParts, 'templates' | 'bookkeeping' | 'audit' | 'outbox'> & {
  readonly replay: Pick<ReplayGuard, 'forget'>;
  readonly accounts: Pick<
    Accounts,
    'users' | 'oauth' | 'consents' | 'secondFactors' | 'erase' | 'erasing' | 'forgetAttempts'
  > &
    NoticeParts;
};

/** Jobs of the user in the bookkeeping that are handed out. */
const MOST_JOBS = 1000;

/** Everything that is stored about the user, but for keys and the vectors of the template. */
export async function accountData({ templates, bookkeeping, accounts }: Parts, user: User) {
  const face = await readStatus(templates, bcidOf(ACCOUNTS, user.classId), true);
  const jobs = await bookkeeping.list({ clientId: ACCOUNTS.id, limit: MOST_JOBS });
  return {
    user,
    face,
    faceConsents: await accounts.consents.face(user.id),
    applications: await accounts.consents.applications(user.id),
    secondFactor: await accounts.secondFactors.has(user.id),
    jobs: jobs.filter(({ classId }) => classId === user.classId),
  };
}

/**
 * Erases the user, template first. The audit trail keeps that an account was erased, not whose.
 * @param actor who wanted it, as the audit trail names them
 * @throws PermissionDenied the user is the last administrator
 */
export async function eraseAccount(
  { templates, audit, replay, accounts, outbox }: Parts,
  user: User,
  actor: string,
): Promise<void> {
  if (user.admin && !(await accounts.users.resign(user.id)))
    throw new PermissionDenied(
      `${user.name} is the last administrator: make another one first, ` +
        'with "prosopon user create NAME --admin".',
    );
  await accounts.forgetAttempts(user);
  // At once: a face that is being enrolled finds either both of them or neither.
  const erasing = accounts.erasing(user);
  const events = await erasedEvents(accounts, user);
  await templates.delete(bcidOf(ACCOUNTS, user.classId), {
    async alongside(trx) {
      await erasing(trx);
      await outbox.tell(trx, events);
    },
  });
  await forgetAccount(replay, user.id);
  await accounts.erase(user);
  await audit.append({
    event: 'erasure',
    actor,
    clientId: ACCOUNTS.id,
    details: { what: 'account' },
  });
  await notifyOwner(accounts, user, 'erased');
}

/** For every application the user has logged in to, under the name that it knows. */
async function erasedEvents(
  { consents, oauth }: Pick<Accounts, 'consents' | 'oauth'>,
  { id }: User,
): Promise<readonly WebhookEvent[]> {
  const applications = await consents.applications(id);
  return Promise.all(
    applications.map(async ({ clientId }) => ({
      type: 'account.erased' as const,
      audience: { clientId },
      data: { sub: await oauth.subject(id, clientId) },
    })),
  );
}
