/** The cookies of the account pages: who is signed in, and the sign-in under way. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts } from '../../access/accounts/accounts.ts';
import { type AccountSession, isRecent } from '../../access/accounts/sessions.ts';
import type { User } from '../../access/accounts/user.ts';
import { PermissionDenied, Unauthenticated } from '../../errors.ts';

/** Somebody who is signed in. */
export interface SignedIn {
  readonly user: User;
  readonly session: AccountSession;
  /** Value of the cookie. */
  readonly token: string;
}

type Parts = Pick<Accounts, 'sessions' | 'users' | 'publicUrl'>;

const SESSION = 'prosopon_session';
const SIGN_IN = 'prosopon_sign_in';

/** Path below which the sign-in of the account pages lies. */
export const SIGN_IN_PATH = '/account/v1/sign-in';

const attributes = (accounts: Pick<Accounts, 'publicUrl'>, path: string) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: accounts.publicUrl().startsWith('https:'),
  path,
});

export function setSessionCookie(
  reply: FastifyReply,
  accounts: Pick<Accounts, 'publicUrl'>,
  { token, session }: { readonly token: string; readonly session: AccountSession },
): void {
  reply.setCookie(SESSION, token, { ...attributes(accounts, '/'), expires: session.expires });
}

export function clearSessionCookie(
  reply: FastifyReply,
  accounts: Pick<Accounts, 'publicUrl'>,
): void {
  reply.clearCookie(SESSION, attributes(accounts, '/'));
}

export const sessionToken = (request: FastifyRequest): string | undefined =>
  request.cookies[SESSION];

/** The key of the sign-in under way. */
export const signInKey = (request: FastifyRequest): string | undefined => request.cookies[SIGN_IN];

export function setSignInCookie(
  reply: FastifyReply,
  accounts: Pick<Accounts, 'publicUrl'>,
  key: string,
): void {
  reply.setCookie(SIGN_IN, key, attributes(accounts, SIGN_IN_PATH));
}

/** Who is signed in; undefined: nobody. */
export async function findSignedIn(
  request: FastifyRequest,
  { sessions, users }: Parts,
): Promise<SignedIn | undefined> {
  const token = sessionToken(request);
  const session = token === undefined ? undefined : await sessions.find(token);
  const user = session && (await users.find(session.userId));
  return token && session && user ? { token, session, user } : undefined;
}

/** @throws Unauthenticated nobody is signed in */
export async function signedIn(request: FastifyRequest, accounts: Parts): Promise<SignedIn> {
  const found = await findSignedIn(request, accounts);
  if (found === undefined) throw new Unauthenticated('nobody is signed in');
  return found;
}

/** For what changes or erases. @throws Unauthenticated; PermissionDenied signed in too long ago */
export async function recentlySignedIn(
  request: FastifyRequest,
  accounts: Parts,
): Promise<SignedIn> {
  const found = await signedIn(request, accounts);
  if (found.session.kind === 'face' && !isRecent(found.session))
    throw new PermissionDenied('Sign in again: this needs a sign-in of the last 15 minutes.');
  return found;
}

/** @throws Unauthenticated; PermissionDenied the user is no administrator */
export async function signedInAdministrator(
  request: FastifyRequest,
  accounts: Parts,
): Promise<SignedIn> {
  const found = await signedIn(request, accounts);
  if (!found.user.admin || found.session.kind === 'registration')
    throw new PermissionDenied('Only administrators may do this.');
  return found;
}
