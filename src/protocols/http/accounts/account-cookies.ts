/** Cookies of the account pages: the session, and the sign-in in progress. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts } from '../../../access/accounts/accounts.ts';
import type { AccountSession } from '../../../access/accounts/sessions.ts';
import { cookieScope } from '../../../config/below-path.ts';
import { DAY_SECONDS } from '../../../durations.ts';

type Addressed = Pick<Accounts, 'publicUrl'>;

const isSecure = ({ publicUrl }: Addressed) => publicUrl().startsWith('https:');

const nameOf = (name: 'session' | 'sign_in' | 'browser', { publicUrl }: Addressed): string =>
  `${cookieScope(publicUrl()).prefix}prosopon_${name}`;

const attributes = (accounts: Addressed) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isSecure(accounts),
  path: cookieScope(accounts.publicUrl()).path,
});

export function setSessionCookie(
  reply: FastifyReply,
  accounts: Addressed,
  { token, session }: { readonly token: string; readonly session: AccountSession },
): void {
  const options = { ...attributes(accounts), expires: session.expires };
  reply.setCookie(nameOf('session', accounts), token, options);
}

/**
 * Browsers also forget pages and answers. Not `storage` and `cookies`, which would take the theme,
 * known browsers, and what other sites below this host have stored.
 */
export function clearSessionCookie(reply: FastifyReply, accounts: Addressed): void {
  reply.header('clear-site-data', '"cache"');
  reply.clearCookie(nameOf('session', accounts), attributes(accounts));
}

export const sessionToken = (request: FastifyRequest, accounts: Addressed): string | undefined =>
  request.cookies[nameOf('session', accounts)];

/**
 * The key of a sign-in by its cookie, here or at the provider. Keys of logins, passkeys and
 * enrolments lie beside it, and a browser may know them, but its cookie names none of them.
 */
export const signInKeyOf = (token: string): string => `account ${token}`;

/** The key of the sign-in in progress. */
export function signInKey(request: FastifyRequest, accounts: Addressed): string | undefined {
  const token = request.cookies[nameOf('sign_in', accounts)];
  return token === undefined ? undefined : signInKeyOf(token);
}

export function setSignInCookie(reply: FastifyReply, accounts: Addressed, token: string): void {
  reply.setCookie(nameOf('sign_in', accounts), token, attributes(accounts));
}

/** The cookie of a known browser. */
export const browserToken = (request: FastifyRequest, accounts: Addressed): string | undefined =>
  request.cookies[nameOf('browser', accounts)];

/** Most seconds that browsers keep a cookie. */
const BROWSER_SECONDS = 400 * DAY_SECONDS;

/** Lets the browser keep the cookie, beside its key. */
export function setBrowserCookie(
  reply: FastifyReply,
  accounts: Addressed,
  { token }: { readonly token: string },
): void {
  reply.setCookie(nameOf('browser', accounts), token, {
    ...attributes(accounts),
    maxAge: BROWSER_SECONDS,
  });
}
