/** What administrators see and do: every look is in the audit trail before it is granted. */
import type { Accounts } from '../access/accounts/accounts.ts';
import { ACCOUNTS, type User } from '../access/accounts/user.ts';
import { bcidOf, type OperationParts } from './context.ts';

/** Name of an administrator in the audit trail. */
export const administratorActor = ({ name }: Pick<User, 'name'>): string => `account:${name}`;

/** Users with what else is known about them. */
export async function describeUsers(
  { templates }: Pick<OperationParts, 'templates'>,
  { users, secondFactors }: Pick<Accounts, 'users' | 'secondFactors'>,
) {
  return Promise.all(
    (await users.list()).map(async ({ classId, position, ...user }) => ({
      ...user,
      role: position?.role ?? null,
      client: position?.client ?? null,
      enrolled: (await templates.summary(bcidOf(ACCOUNTS, classId))) !== undefined,
      secondFactor: await secondFactors.has(user.id),
    })),
  );
}
