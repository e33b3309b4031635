/** The token that the playground makes of a key that somebody pasted. */
import { randomBytes } from 'node:crypto';
import { jwtVerify } from 'jose';
import { afterEach, expect, it, vi } from 'vitest';

/** By name, as the module is typed with a browser, which tests are not. */
const CLIENT_TOKEN = '../../../web/playground/client-token.ts';

afterEach(() => vi.unstubAllGlobals());

it('addresses the service by name and address, and passes any jwtLifetimeMinutes', async () => {
  vi.stubGlobal('location', { origin: 'https://faces.example' });
  const { createSigner, makeToken } = await import(CLIENT_TOKEN);
  const key = Buffer.alloc(64, 7);
  const token = await makeToken(await createSigner('shop', key.toString('base64')));
  for (const audience of ['prosopon', 'https://faces.example']) {
    const { payload } = await jwtVerify(token, key, { audience, subject: 'shop' });
    expect(payload.exp! - payload.iat!).toBe(60);
  }
});

it.each([
  [32, 'HS256'],
  [48, 'HS384'],
  [512, 'HS512'],
])('signs with a key of %i bytes by %s', async (bytes, alg) => {
  vi.stubGlobal('location', { origin: 'https://faces.example' });
  const { createSigner, makeToken } = await import(CLIENT_TOKEN);
  const key = randomBytes(bytes);
  const token = await makeToken(await createSigner('shop', key.toString('base64url')));
  const { protectedHeader } = await jwtVerify(token, key);
  expect(protectedHeader.alg).toBe(alg);
});

it.each([31, 513])('refuses a key of %i bytes', async (bytes) => {
  const { createSigner } = await import(CLIENT_TOKEN);
  const key = randomBytes(bytes).toString('base64');
  await expect(createSigner('shop', key)).rejects.toThrow(TypeError);
});
