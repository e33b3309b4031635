/** The sign-ins of a user, and attempts in their name, as the bookkeeping has them. */
import { ACCOUNTS, type User } from '../../access/accounts/user.ts';
import type { RecordedJob } from '../../journal/bookkeeping.ts';
import type { OperationParts } from '../context.ts';

/** Those that are told. */
const MOST = 30;

/** How the reference of a login for an application begins; its id follows. */
export const LOGIN_REFERENCE = 'oauth ';

/** Newest first: when, whether it passed, by what, and for which application. */
export async function signInHistory(
  { bookkeeping }: Pick<OperationParts, 'bookkeeping'>,
  { classId }: User,
) {
  const ofUser = { clientId: ACCOUNTS.id, classId, operation: 'sign-in', limit: MOST };
  return (await bookkeeping.list(ofUser)).map((job) => ({
    time: job.started,
    passed: job.errors.length === 0,
    by: shownIn(job),
    /** Its id; undefined: it was for the user's own profile. */
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
