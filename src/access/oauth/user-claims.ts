/** Claims that applications receive about a user, by the scopes the user agreed to. */
import { bcidText } from '../../bcid.ts';
import { ACCOUNTS, type User } from '../accounts/user.ts';
import { sandboxStorage } from '../clients/sandbox.ts';
import { isSandboxUser } from './sandbox-login.ts';

/** Where users of sandboxes would have their templates. */
const SANDBOX = { storage: sandboxStorage(ACCOUNTS.storage) };

/** Every scope with its claims. The library, the API and the consent page use it. */
export const SCOPES = {
  basic: ['id', 'name', 'profile', 'sandbox'],
  email: ['email', 'email_verified'],
  bcid: ['bcid'],
  openid: ['sub', 'amr', 'acr', 'auth_time', 'sandbox'],
} satisfies Record<string, string[]>;

export type Scope = keyof typeof SCOPES;

/** The scope of a login that names none. Every application receives these claims. */
export const DEFAULT_SCOPE = 'basic' satisfies Scope;

export type UserClaims = ReturnType<typeof userClaims>;

/** All claims. The scope decides which ones an application receives. */
export function userClaims(
  user: User,
  { id, issuer }: { readonly id: string; readonly issuer: string },
) {
  const isMadeUp = isSandboxUser(user.id);
  return {
    id,
    sub: id,
    name: user.name,
    /** Page where the user sees and changes the account. */
    profile: `${issuer}/profile`,
    /** Only a confirmed address. */
    ...(user.emailConfirmed && user.email !== undefined
      ? { email: user.email, email_verified: true }
      : {}),
    bcid: bcidText({ ...ACCOUNTS, ...(isMadeUp && SANDBOX), classId: user.classId }),
    ...(isMadeUp && { sandbox: true }),
  };
}

/** The response of the user-information API. */
export function claimsInScope(claims: UserClaims, scopes: readonly string[]) {
  const disclosed = Object.entries(SCOPES).flatMap(([scope, names]) =>
    scope === DEFAULT_SCOPE || scopes.includes(scope) ? names : [],
  );
  return Object.fromEntries(Object.entries(claims).filter(([name]) => disclosed.includes(name)));
}
