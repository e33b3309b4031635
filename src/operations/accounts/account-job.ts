/** Jobs of users. If the account is erased while a job runs, the job leaves nothing behind. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import type { User } from '../../access/accounts/user.ts';
import type { Context, OperationParts } from '../context.ts';
import { type JobResult, runJob } from '../job.ts';
import type { Operation } from '../permit.ts';

type Parts = Pick<OperationParts, 'bookkeeping' | 'audit'> & {
  readonly accounts: Pick<Accounts, 'erase'> & { readonly users: Pick<Accounts['users'], 'find'> };
};

export interface AccountJob {
  readonly operation: Operation;
  /** The user whose class is booked with the job. Undefined: none. */
  readonly user: User | undefined;
  /** The account of the job. Undefined: no such account, which takes the same work. */
  readonly accountId?: string | undefined;
}

/** Stands in for a missing user, so that the work is the same. */
export const NOBODY = 'nobody';

/** Runs `operate` as a job of an account. @throws as `runJob` */
export async function runAccountJob<R extends JobResult>(
  parts: Parts,
  context: Context,
  { operation, user, accountId = user?.id }: AccountJob,
  operate: (context: Context) => Promise<R>,
): Promise<R> {
  const job = { operation, ...(user === undefined ? {} : { classId: user.classId }) };
  try {
    return await runJob(parts, context, job, operate);
  } finally {
    const known = await parts.accounts.users.find(accountId ?? NOBODY);
    if (user !== undefined && known === undefined) await parts.accounts.erase(user);
  }
}
