/** Checks what a client is registered with. */
import { NAME } from '../../bcid.ts';
import { MemberRefused } from '../../errors.ts';
import { ACCOUNTS_NAME } from '../accounts/user.ts';
import type { NewClient } from './client.ts';

const MAX_NAME_CHARACTERS = 256;
const MAX_ADDRESSES = 100;
const MAX_ADDRESS_CHARACTERS = 2000;

/** Schemes a redirect must never have: they run or show what the address itself holds. */
const FORBIDDEN_SCHEMES = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:']);

/** How the audit trail names the service itself, by `actor`, where clients stand with their ids. */
const SERVICE_ACTOR = 'service';

/** What nobody sees, or what turns the text around it; two join letters and are part of words. */
const UNPRINTABLE = /[\p{Zl}\p{Zp}]|[^\P{C}\u200c\u200d]/u;

/** @throws MemberRefused */
export function checkNewClient(client: NewClient): void {
  for (const field of ['id', 'storage', 'partition'] as const)
    if (!NAME.test(client[field]))
      throw new MemberRefused(field, 'expected 1 to 64 letters, digits, "_" or "-"');
  for (const field of ['id', 'storage'] as const)
    if (client[field] === ACCOUNTS_NAME)
      throw new MemberRefused(
        field,
        `"${ACCOUNTS_NAME}" belongs to the accounts of people`,
        'reserved',
      );
  if (client.id === SERVICE_ACTOR)
    throw new MemberRefused(
      'id',
      `"${SERVICE_ACTOR}" is the service itself in the audit trail`,
      'reserved',
    );
  const { name, redirectUris = [], allowedOrigins = [] } = client;
  const length = name.trim() === name ? [...name].length : 0;
  if (length < 1 || length > MAX_NAME_CHARACTERS || UNPRINTABLE.test(name))
    throw new MemberRefused(
      'name',
      `expected 1 to ${MAX_NAME_CHARACTERS} printable characters without leading or trailing spaces`,
    );
  for (const [field, addresses] of Object.entries({ redirectUris, allowedOrigins }))
    if (addresses.length > MAX_ADDRESSES)
      throw new MemberRefused(field, `expected ${MAX_ADDRESSES} at most`, 'too-many');
  for (const [index, uri] of redirectUris.entries())
    if (!isRedirectUri(uri))
      throw new MemberRefused(`redirectUris[${index}]`, 'expected an address without fragment');
  for (const [index, origin] of allowedOrigins.entries())
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new MemberRefused(
        `allowedOrigins[${index}]`,
        'expected an origin, https://host[:port]',
      );
}

/** RFC 6749 section 3.1.2: absolute, without fragment; nothing that a parser would drop. */
function isRedirectUri(uri: string): boolean {
  if (uri.length > MAX_ADDRESS_CHARACTERS || /[^\x21-\x7e]/.test(uri)) return false;
  if (!URL.canParse(uri) || uri.includes('#')) return false;
  return !FORBIDDEN_SCHEMES.has(new URL(uri).protocol);
}
