/** Redirect addresses: RFC 8252, RFC 9700 section 4.1, and a reason of its own for each that is refused. */
import { describe, expect, it } from 'vitest';
import { allowsRedirect, faultOf } from '../../../src/access/clients/redirect-uris.ts';

describe('an address can be registered', () => {
  it.each([
    'https://shop.example/callback?from=face',
    'https://shop.example:8443/',
    'http://localhost:3000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:9/',
    'com.example.app:/callback',
    'com.example.my-app://callback',
  ])('%s', (uri) => expect(faultOf(uri)).toBeUndefined());
});

describe('an address is refused', () => {
  it.each([
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['myapp:/callback', 'scheme'],
    ['ftp://shop.example/', 'scheme'],
    ['http://shop.example/callback', 'not-encrypted'],
    ['http://127.0.0.1.nip.io/callback', 'not-encrypted'],
    ['http://localhost.example/', 'not-encrypted'],
    ['https://*.shop.example/callback', 'wildcard'],
    ['https://shop.example/*', 'wildcard'],
    ['https://shop.example/callback#', 'fragment'],
    ['https://user@shop.example/', 'credentials'],
    ['https://:password@shop.example/', 'credentials'],
    ['https://shop.example;x/', 'malformed'],
    ['/callback', 'malformed'],
    ['https://shöp.example/', 'malformed'],
    [`https://shop.example/${'x'.repeat(2000)}`, 'malformed'],
  ])('%s: %s', (uri, flaw) => expect(faultOf(uri)?.[0]).toBe(flaw));
});

describe("a program on the user's machine", () => {
  const registered = [
    'http://127.0.0.1/callback',
    'http://[::1]/callback?a=1',
    'http://127.0.0.1:9/x',
  ];
  it.each([
    'http://127.0.0.1/callback',
    'http://127.0.0.1:51004/callback',
    'http://[::1]:1/callback?a=1',
    'http://127.0.0.1:9/x',
  ])('may return to %s', (uri) => expect(allowsRedirect(registered, uri)).toBe(true));
  it.each([
    'http://127.0.0.1:51004/other',
    'http://127.0.0.1:51004/callback?a=1',
    'http://127.0.0.1:51004/callback/',
    'http://localhost:51004/callback',
    'http://127.0.0.2:51004/callback',
    'http://127.0.0.1:80@evil.example/callback',
    'http://127.0.0.1:8x/callback',
    'http://127.0.0.1:/callback',
    'http://127.0.0.1:65536/callback',
    'http://[::1]:99999/callback?a=1',
    'https://127.0.0.1:51004/callback',
    'http://127.0.0.1:10/x',
  ])('may not return to %s', (uri) => expect(allowsRedirect(registered, uri)).toBe(false));
});
