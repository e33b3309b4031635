/** `token`, and `--key`: signed as the length of the client's key allows. */
import { randomBytes } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cli, createCli, type Running } from '../../../testing/cli/run-cli.ts';

let cli: Cli;
let service: Running;

beforeAll(async () => {
  cli = await createCli({ convertedModels: true });
  service = await cli.serve();
});
afterAll(async () => {
  await service.stop();
  await cli.remove();
});

test.each([
  [32, 'HS256'],
  [48, 'HS384'],
  [64, 'HS512'],
  [512, 'HS512'],
])('a key of %i bytes signs with %s, which the service accepts', async (bytes, alg) => {
  const [client, key] = [`of-${bytes}`, randomBytes(bytes).toString('base64url')];
  await cli.json('client', 'create', '--id', client, '--key', key);
  const { token } = await cli.json<{ token: string }>('token', '--client', client);
  expect(decodeProtectedHeader(token).alg).toBe(alg);
  const headers = { authorization: `Bearer ${token}` };
  const call = await fetch(`${service.url}/api/face/v1/template/status/1`, { headers });
  expect(call.status).toBe(200);
  const remote = ['--url', service.url, '--client', client, '--key', key];
  expect(await cli.run('template', 'status', '1', ...remote)).toMatchObject({ code: 0, err: '' });
});

test.each([31, 513])('a key of %i bytes is none', async (bytes) => {
  const key = randomBytes(bytes).toString('base64');
  const remote = ['--url', service.url, '--client', 'shop', '--key', key];
  const { code, err } = await cli.run('template', 'status', '1', ...remote);
  expect({ code, err }).toEqual({ code: 4, err: expect.stringMatching(/32 to 512 bytes/) });
});
