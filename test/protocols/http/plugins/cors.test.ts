/** Browsers on other origins: the list of origins is kept for a while, failures to read it are not. */
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { Client } from '../../../../src/access/clients/client.ts';
import { registerCors } from '../../../../src/protocols/http/plugins/cors.ts';

const ORIGIN = 'https://shop.example';

it('a failed read of the list refuses one request, and is retried for the next', async () => {
  const lists = [
    () => Promise.reject(new Error('the database is away')),
    () => Promise.resolve([{ allowedOrigins: [ORIGIN] } as unknown as Client]),
  ];
  const app = Fastify();
  registerCors(app, { list: () => lists.shift()!() });
  const allowed = async () => {
    const { headers } = await app.inject({
      method: 'OPTIONS',
      url: '/',
      headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
    });
    return headers['access-control-allow-origin'];
  };
  expect(await allowed()).toBeUndefined();
  expect([await allowed(), await allowed()]).toEqual([ORIGIN, ORIGIN]);
  await app.close();
});
