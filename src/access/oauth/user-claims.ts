/** What applications may know of a user, by the scopes the user agreed to. */
import type { User } from '../accounts/user.ts';
import { ACCOUNTS } from '../accounts/user.ts';

export const SCOPES: readonly string[] = ['basic', 'email', 'bcid', 'openid'];

export interface UserClaims {
  readonly id: string;
  readonly name: string;
  /** Page on which the user sees and changes the account. */
  readonly profile: string;
  /** Only an address that is confirmed. */
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly bcid: string;
}

/** All claims there are; which of them leave is decided by scope. */
export function userClaims(
  user: User,
  { id, issuer }: { readonly id: string; readonly issuer: string },
): UserClaims {
  const { storage, partition } = ACCOUNTS;
  return {
    id,
    name: user.name,
    profile: `${issuer}/profile`,
    ...(user.emailConfirmed && user.email !== undefined
      ? { email: user.email, email_verified: true }
      : {}),
    bcid: `${storage}.${partition}.${user.classId}`,
  };
}

/** The answer of the user-information API. */
export function claimsInScope(claims: UserClaims, scopes: readonly string[]) {
  const { email, email_verified, bcid, ...basic } = claims;
  return {
    ...basic,
    ...(scopes.includes('openid') ? { sub: claims.id } : {}),
    ...(scopes.includes('email') && email !== undefined ? { email, email_verified } : {}),
    ...(scopes.includes('bcid') ? { bcid } : {}),
  };
}
