/** A browser for tests: keeps cookies by path, follows redirects until they leave the service. */

import type { TestBrowserKey } from '../browser-keys.ts';

interface Cookie {
  readonly value: string;
  readonly path: string;
  readonly origin: string;
}

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at any member it expects
  readonly json: any;
  /** Address of the answer, or the one outside the service it redirects to. */
  readonly url: URL;
}

export interface Browser {
  /** Keeps a cookie, and a key that signs every later attempt by face. */
  becomeKnown(cookie: string, key: TestBrowserKey): void;
  /** Opens an address as a click on a link does. */
  open(address: string | URL): Promise<Page>;
  /** Calls an address as the script of a page does. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Page>;
  /** The Cookie header for an address. */
  cookiesFor(url: URL): string;
}

/** @param sites origins it follows redirects to; addresses are relative to the first */
export function openBrowser(...sites: readonly string[]): Browser {
  const [base] = sites;
  const jar = new Map<string, Cookie>();
  const keep = (headers: Headers, { origin }: URL) => {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const of = (attribute: string) =>
        attributes.find((one) => one.toLowerCase().startsWith(`${attribute}=`))?.split('=')[1];
      const path = of('path') ?? '/';
      const key = `${name} ${path} ${origin}`;
      if (value === '' || Date.parse(of('expires') ?? '') < Date.now() || of('max-age') === '0')
        jar.delete(key);
      else jar.set(key, { value, path, origin });
    }
  };
  const cookiesFor = ({ origin, pathname }: URL) =>
    [...jar]
      .filter(([, cookie]) => cookie.origin === origin && covers(cookie.path, pathname))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ');
  const request = async (method: string, url: URL, init: RequestInit): Promise<Page> => {
    const headers = new Headers(init.headers);
    const cookie = cookiesFor(url);
    if (cookie !== '') headers.set('cookie', cookie);
    const response = await fetch(url, { ...init, method, headers, redirect: 'manual' });
    keep(response.headers, url);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
      url,
    };
  };
  let key: TestBrowserKey | undefined;
  let attempt: string | undefined;
  return {
    cookiesFor,
    becomeKnown(cookie, known) {
      jar.set(`prosopon_browser / ${new URL(base!).origin}`, {
        ...{ value: cookie, path: '/', origin: new URL(base!).origin },
      });
      key = known;
    },
    async open(address) {
      let url = new URL(address, base);
      for (let hops = 0; hops < 10; hops++) {
        const page = await request('GET', url, { headers: { accept: 'text/html' } });
        const location = page.headers.get('location');
        if (location === null) return page;
        url = new URL(location, url);
        if (!sites.includes(url.origin) || /\/login\/[^/]+$/.test(url.pathname))
          return { ...page, url };
      }
      throw new Error('too many redirects');
    },
    async call(method, path, body, headers = {}) {
      const text = body === undefined ? null : JSON.stringify(body);
      const signed =
        key !== undefined && attempt !== undefined && /(login|sign-in).*face$/.test(path);
      const page = await request(method, new URL(path, base), {
        body: text,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(signed && { 'x-browser-signature': key!.signature(attempt!, text ?? '') }),
          ...headers,
        },
      });
      attempt = page.json?.attempt ?? page.json?.state?.attempt ?? attempt;
      return page;
    },
  };
}

/** RFC 6265 section 5.1.4. */
const covers = (cookiePath: string, path: string): boolean =>
  path === cookiePath || path.startsWith(cookiePath.replace(/\/?$/, '/'));
