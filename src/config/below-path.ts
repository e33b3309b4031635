/** Serves below a path of another site, as in `PUBLIC_URL=https://example.org/face`. */

/** Path without final slash: `/face`. Empty at the root of a host, or without a known address. */
export const pathOf = (publicUrl: string): string =>
  /^https?:\/\/[^/]*(\/.*)?$/.exec(publicUrl)?.[1]?.replace(/\/+$/, '') ?? '';

/**
 * Prefix and path for cookies. With TLS, browsers refuse prefixed cookies that a script or another
 * host has set; `__Host-` requires the root of a host.
 */
export function cookieScope(publicUrl: string): { readonly prefix: string; readonly path: string } {
  const path = pathOf(publicUrl) || '/';
  if (!publicUrl.startsWith('https:')) return { prefix: '', path };
  return { prefix: path === '/' ? '__Host-' : '__Secure-', path };
}

/** The page with root addresses of this service moved below `path`. */
export const moveBelow = (html: string, path: string): string =>
  path === '' ? html : html.replaceAll(/(\s(?:src|href|data-index)=")(?=\/(?!\/))/g, `$1${path}`);

/** First segments of its own addresses. Below these, a stripped path could not be recognised. */
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
  'osia',
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

/** The requested address without `path`, which a proxy may have kept or removed. */
export function withoutPath(address: string, path: string): string {
  if (path === '') return address;
  const [, name, rest] = WELL_KNOWN.exec(address) ?? [];
  if (name !== undefined && rest === path) return name;
  if (!address.startsWith(path) || !/^([/?]|$)/.test(address.slice(path.length))) return address;
  return address.slice(path.length).replace(/^(?!\/)/, '/');
}
