/** Addresses below a path of another site: what comes in, what goes out, and cookies. */
import { expect, it } from 'vitest';
import {
  cookieScope,
  moveBelow,
  OWN_ADDRESSES,
  pathOf,
  withoutPath,
} from '../../src/config/below-path.ts';
import { parseConfig } from '../../src/config/config.ts';
import { startService } from '../../testing/http/service.ts';

it.each([
  ['https://example.org', ''],
  ['https://example.org/', ''],
  ['https://example.org/face', '/face'],
  ['https://example.org/a/b/', '/a/b'],
  ['', ''],
])('the path of %s is "%s"', (url, path) => expect(pathOf(url)).toBe(path));

it.each([
  ['/face/admin?x=/face/', '/admin?x=/face/'],
  ['/face', '/'],
  ['/face?x', '/?x'],
  ['/face/', '/'],
  ['/admin', '/admin'],
  ['/facebook', '/facebook'],
  ['/.well-known/openid-configuration', '/.well-known/openid-configuration'],
  ['/.well-known/oauth-authorization-server/face', '/.well-known/oauth-authorization-server'],
  ['/face/.well-known/openid-configuration', '/.well-known/openid-configuration'],
])('%s is %s', (asked, address) => expect(withoutPath(asked, '/face')).toBe(address));

it('pages get addresses below the path; foreign and in-page links stay', () => {
  const page =
    '<a href="/docs"><img src="/icon.svg"><a href="#x"><a href="//cdn"><a href="https://x/">';
  expect(moveBelow(page, '/face')).toBe(
    '<a href="/face/docs"><img src="/face/icon.svg"><a href="#x"><a href="//cdn"><a href="https://x/">',
  );
});

it('cookies are bound to the path; only the root of a host gets the stronger prefix', () => {
  expect(cookieScope('https://example.org')).toEqual({ prefix: '__Host-', path: '/' });
  expect(cookieScope('https://example.org/face')).toEqual({ prefix: '__Secure-', path: '/face' });
  expect(cookieScope('http://localhost:8080')).toEqual({ prefix: '', path: '/' });
});

it('a host of its own has no path', async () => {
  expect(() => parseConfig({ PUBLIC_URL: 'https://example.org/api/x' })).toThrow(/PUBLIC_URL/);
  expect(parseConfig({ PUBLIC_URL: 'https://example.org/face/' }).publicUrl).toMatch(/face$/);
  const service = await startService();
  const { json } = await service.call('GET', '/openapi.json');
  await service.close();
  const first = Object.keys(json.paths).map((path) => path.split('/')[1] ?? '');
  expect(first.filter((name) => !name.startsWith('.') && !OWN_ADDRESSES.includes(name))).toEqual(
    [],
  );
});
