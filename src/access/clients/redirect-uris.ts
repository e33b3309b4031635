/** Redirect URIs: which ones can be registered, and which ones a request may name. */
import { type Flaw, MemberRefused, shortened } from '../../errors.ts';

const MAX_CHARACTERS = 2000;

/** The user's own machine: no network is involved (RFC 8252, section 8.3). */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A private-use scheme of an application (RFC 8252, section 7.1). */
const PRIVATE_USE = /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/;

const WANTED = 'use https:, http: with a loopback address, or a scheme such as com.example.app:';

/** @throws MemberRefused with `field` and the reason */
export function checkRedirectUri(uri: string, field: string): void {
  const fault = faultOf(uri);
  if (fault === undefined) return;
  const [flaw, reason] = fault;
  throw new MemberRefused(field, `"${shortened(uri)}" ${reason}`, flaw);
}

/** Why it cannot be registered: a code, and words that follow the address. */
export function faultOf(uri: string): readonly [Flaw, string] | undefined {
  if (uri.length > MAX_CHARACTERS)
    return ['malformed', `is longer than ${MAX_CHARACTERS} characters`];
  if (/[^\x21-\x7e]/.test(uri)) return ['malformed', 'has blanks or characters beyond ASCII'];
  if (!URL.canParse(uri)) return ['malformed', 'is no absolute address'];
  const { protocol, hostname, username, password } = new URL(uri);
  if (uri.includes('*')) return ['wildcard', 'has a "*"; register every address as it is'];
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    return ['not-encrypted', 'would be reached unencrypted; use https:'];
  if (!/^https?:$/.test(protocol) && !PRIVATE_USE.test(protocol))
    return ['scheme', `is not allowed; ${WANTED}`];
  if (uri.includes('#')) return ['fragment', 'has a fragment'];
  if (username !== '' || password !== '') return ['credentials', 'has a user name or password'];
  if (/[^\w.:[\]-]/.test(hostname)) return ['malformed', 'has no host that there can be'];
  return undefined;
}

/** A program on the user's machine. It learns its port at run time. */
const ANY_PORT = /^http:\/\/(127\.0\.0\.1|\[::1\])(?=[/?]|$)/;

/** The same address with the port of this run. */
const WITH_PORT = /^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)/;

/** Exact, except for the port of programs registered without one (RFC 8252, section 7.3). */
export function allowsRedirect(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true;
  // Ports above 65535 make no address.
  return (
    WITH_PORT.test(uri) && URL.canParse(uri) && registered.includes(uri.replace(WITH_PORT, '$1'))
  );
}

/** Whether another program on the machine could receive the response, by scheme or on its port. */
export const isShared = (uri: string): boolean => hasOwnScheme(uri) || ANY_PORT.test(uri);

export const hasOwnScheme = (uri: string): boolean => !/^https?:$/.test(new URL(uri).protocol);
