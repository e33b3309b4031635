/** Administrators' views and actions. Every view is in the audit trail before it is granted. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import { ACCOUNTS, type User } from '../../access/accounts/user.ts';
import type { UserSearch } from '../../access/accounts/users.ts';
import { NotFound } from '../../errors.ts';
import { bcidOf, type OperationParts } from '../context.ts';
import { requireMayActOn } from '../rights.ts';

/** Name of an administrator in the audit trail. */
export const administratorActor = ({ id, name }: Pick<User, 'id' | 'name'>): string =>
  id.startsWith('oidc:') ? id : `account:${name}`;

type UserParts = Pick<OperationParts, 'templates'> & {
  readonly accounts: Pick<Accounts, 'users' | 'secondFactors'>;
};

/** A page of users with further details, and the user after whom the next page begins. */
export async function findUsers(parts: UserParts, wanted: UserSearch) {
  const { users, next } = await parts.accounts.users.search(wanted);
  return { users: await Promise.all(users.map((user) => describeUser(parts, user))), next };
}

/** @throws NotFound */
export async function existingUser(
  { accounts }: { readonly accounts: Pick<Accounts, 'users'> },
  id: string,
): Promise<User> {
  const user = await accounts.users.find(id);
  if (user === undefined) throw new NotFound('There is no such user.');
  return user;
}

/** A user whom `actor` may change, or export all of. @throws NotFound; PermissionDenied */
export async function userToActOn(
  parts: Parameters<typeof existingUser>[0],
  actor: User,
  id: string,
): Promise<User> {
  const user = await existingUser(parts, id);
  requireMayActOn(actor, user);
  return user;
}

/** A user with further details. */
export async function describeUser({ templates, accounts }: UserParts, user: User) {
  const { classId, position, ...known } = user;
  return {
    ...known,
    role: position?.role ?? null,
    client: position?.client ?? null,
    enrolled: await templates.exists(bcidOf(ACCOUNTS, classId)),
    secondFactor: await accounts.secondFactors.has(user.id),
  };
}
