/** Sign-ins of a user, and attempts in their name, from the bookkeeping. */
import { ACCOUNTS, type User } from '../../access/accounts/user.ts';
import type { RecordedJob } from '../../journal/bookkeeping.ts';
import type { OperationParts } from '../context.ts';

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
