/** Public keys of applications: public, strong, and nothing else of what was given. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { keysIn } from '../../../src/access/clients/jwk-set.ts';
import { readPublicKeys } from '../../../src/access/clients/public-keys.ts';

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = ec.publicKey.export({ format: 'jwk' });

it('keeps only known members of a key', () => {
  const given = { ...jwk, kid: 'one', alg: 'HS256', x5u: 'https://evil.example' };
  expect(readPublicKeys([given])).toEqual([{ ...jwk, kid: 'one', use: 'sig' }]);
});

it.each([
  ['secret', ec.privateKey.export({ format: 'jwk' })],
  ['secret', { kty: 'oct', k: 'AAAA' }],
  ['malformed', {}],
  ['malformed', { ...jwk, x: 'AAAA' }],
  [
    'malformed',
    generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' }),
  ],
  [
    'malformed',
    generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' }),
  ],
] as const)('refuses as %s %#', (flaw, key) => {
  expect(() => readPublicKeys([key])).toThrow(
    expect.objectContaining({ field: 'publicKeys', flaw }),
  );
});

it('refuses more than ten', () => {
  expect(() => readPublicKeys(Array(11).fill(jwk))).toThrow(
    expect.objectContaining({ flaw: 'too-many' }),
  );
});

it.each([
  ['a set', { keys: [jwk] }],
  ['a list', [jwk]],
  ['one', jwk],
])('accepts %s', (_, given) => expect(keysIn(JSON.stringify(given))).toEqual([jwk]));
