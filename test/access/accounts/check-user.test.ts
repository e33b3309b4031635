/** Names and addresses of mail: nothing that one program reads otherwise than the next. */
import { expect, it } from 'vitest';
import {
  identifierKey,
  normalizeEmail,
  normalizeName,
} from '../../../src/access/accounts/check-user.ts';

it.each([
  'ada@example.org',
  "o'hara+face@mail.example.org",
  'jörg@müller.example',
  'x_1@a-b.co.uk',
])('accepts %s', (email) => expect(normalizeEmail(email)).toBe(email));

it.each([
  'ada@example',
  'ada @example.org',
  'ada@example.org\r\nBcc:x',
  '<evil@evil.example>ada',
  'ada;eve@example.org',
  'ada,eve@example.org',
  '"ada"@example.org',
  'ada(x)@example.org',
  'ada@[127.0.0.1]',
  '=?utf-8?q?ada?=@example.org',
  'ada@example.org%0aBcc:x.y',
  'ada＠bank.example@evil.example',
  'ada，eve@example.org',
])('refuses %j', (email) =>
  expect(() => normalizeEmail(email)).toThrow(expect.objectContaining({ field: 'email' })),
);

it.each([
  ['Ａｄａ', 'Ada'],
  ['ﬁona', 'fiona'],
  ['Zoe\u0308', 'Zoë'],
])('keeps the name %j as %j', (given, name) => {
  expect(normalizeName(given)).toBe(name);
  expect(identifierKey(given)).toBe(identifierKey(name));
});

it.each(['ada@home', 'ada＠home', 'ada﹫home', ' ada', 'ada\u3000', '\u3000', ''])(
  'refuses the name %j',
  (name) => expect(() => normalizeName(name)).toThrow(expect.objectContaining({ field: 'name' })),
);
