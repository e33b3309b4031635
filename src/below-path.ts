/** The service below a path of another site, as `PUBLIC_URL=https://example.org/face` has it. */

/** Path without slash at its end: `/face`; empty at the root of a host, or where no address is known. */
export const pathOf = (publicUrl: string): string =>
  /^https?:\/\/[^/]*(\/.*)?$/.exec(publicUrl)?.[1]?.replace(/\/+$/, '') ?? '';

/**
 * Where cookies belong. With TLS the prefix makes browsers refuse one that a script, or another host,
 * has set; `__Host-` is for the root of a host only.
 */
export function cookiePlace(publicUrl: string): { readonly prefix: string; readonly path: string } {
  const path = pathOf(publicUrl) || '/';
  if (!publicUrl.startsWith('https:')) return { prefix: '', path };
  return { prefix: path === '/' ? '__Host-' : '__Secure-', path };
}

/** The page with addresses of this service, which begin at its root, below `path`. */
export const placeBelow = (html: string, path: string): string =>
  path === '' ? html : html.replaceAll(/(\s(?:src|href|data-index)=")(?=\/(?!\/))/g, `$1${path}`);

/** How its own addresses begin: below one of these nobody could tell whether a proxy has kept it. */
export const OWN_ADDRESSES: readonly string[] = [
  'account',
  'admin',
  'api',
  'assets',
  'capture',
  'docs',
  'link',
  'livez',
  'login',
  'metrics',
  'oauth',
  'operator',
  'people',
  'playground',
  'profile',
  'readyz',
  'register',
  'token',
  'v1',
];

/** Metadata lie before the path, too (RFC 8414, section 3.1). */
const WELL_KNOWN = /^(\/\.well-known\/[\w-]+)(\/.*)$/;

/** What is asked for, whether the proxy in front has kept `path` or taken it off. */
export function withoutPath(address: string, path: string): string {
  if (path === '') return address;
  const [, name, rest] = WELL_KNOWN.exec(address) ?? [];
  if (name !== undefined && rest === path) return name;
  if (!address.startsWith(path) || !/^([/?]|$)/.test(address.slice(path.length))) return address;
  return address.slice(path.length).replace(/^(?!\/)/, '/');
}
