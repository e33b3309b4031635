/** Encrypted cookies: the login in progress, and the logged-in user. */
import { EncryptJWT, type JWTPayload, jwtDecrypt } from 'jose';
import { SITE_URL } from './prosopon.ts';

export interface Cookies {
  readonly login: { readonly verifier: string; readonly state: string; readonly nonce: string };
  readonly person: { readonly id: string; readonly name: string };
}

const secure = SITE_URL.startsWith('https:');
const nameOf = (name: keyof Cookies) => (secure ? `__Host-${name}` : name);
const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
/** 32 bytes. */
const key = () => Buffer.from(process.env.SESSION_SECRET ?? '', 'hex');

/** The value of a Set-Cookie header. A cookie made for one name is not valid for another. */
export async function cookie<Name extends keyof Cookies>(
  name: Name,
  value: Cookies[Name],
  seconds: number,
): Promise<string> {
  const sealed = await new EncryptJWT({ ...value })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience(name)
    .setExpirationTime(`${seconds}s`)
    .encrypt(key());
  return `${nameOf(name)}=${sealed}; Max-Age=${seconds}; ${attributes}`;
}

export const endOf = (name: keyof Cookies) => `${nameOf(name)}=; Max-Age=0; ${attributes}`;

/** Undefined: missing, expired, or made by somebody else. */
export async function read<Name extends keyof Cookies>(
  headers: Pick<Headers, 'get'>,
  name: Name,
): Promise<Cookies[Name] | undefined> {
  const begin = `${nameOf(name)}=`;
  const pairs = headers.get('cookie')?.split('; ') ?? [];
  const sealed = pairs.find((pair) => pair.startsWith(begin))?.slice(begin.length);
  if (sealed === undefined) return undefined;
  const opened = await jwtDecrypt<JWTPayload & Cookies[Name]>(sealed, key(), {
    audience: name,
  }).catch(() => undefined);
  return opened?.payload;
}
