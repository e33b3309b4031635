/** Addresses of mail: nothing that one program reads otherwise than the next. */
import { expect, it } from 'vitest';
import { checkEmail } from '../../../src/access/accounts/check-user.ts';

it.each([
  'ada@example.org',
  "o'hara+face@mail.example.org",
  'jörg@müller.example',
  'x_1@a-b.co.uk',
])('accepts %s', (email) => expect(() => checkEmail(email)).not.toThrow());

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
  expect(() => checkEmail(email)).toThrow(expect.objectContaining({ field: 'email' })),
);
