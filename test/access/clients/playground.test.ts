/** One-time links to the playground. */
import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { createPlayground } from '../../../src/access/clients/playground.ts';
import { NotFound } from '../../../src/errors.ts';

const keys = new Map([['demo', [new Uint8Array(64).fill(7)]]]);
const open = () =>
  createPlayground({ signingKeys: async (id: string) => keys.get(id) ?? [] }, 'prosopon');

it('a link works once, for its client; its token is valid at any jwtLifetimeMinutes', async () => {
  const playground = open();
  const link = playground.link('demo');
  const { client, session } = playground.redeem(link);
  expect(client).toBe('demo');
  expect(() => playground.redeem(link)).toThrow(NotFound);
  expect(() => playground.redeem(session)).toThrow(NotFound);
  const { sub, aud, iat, exp } = decodeJwt(await playground.token(session));
  expect({ sub, aud, seconds: exp! - iat! }).toEqual({
    sub: 'demo',
    aud: 'prosopon',
    seconds: 60,
  });
});

it('refuses made-up links and deleted clients', async () => {
  const playground = open();
  await expect(playground.token('x'.repeat(43))).rejects.toThrow(NotFound);
  expect(() => playground.redeem('constructor')).toThrow(NotFound);
  const { session } = playground.redeem(playground.link('gone'));
  await expect(playground.token(session)).rejects.toThrow(NotFound);
});
