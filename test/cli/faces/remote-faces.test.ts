/** What a service, or something before it, refuses: the error that it is, its message, the exit code. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toFailure } from '../../../src/cli/exit-codes.ts';
import { openRemoteFaces } from '../../../src/cli/faces/remote-faces.ts';
import { templateStatusContract } from '../../../src/contract/template-status.ts';
import { InvalidArgument, ServiceError } from '../../../src/errors.ts';

let answer: { readonly status: number; readonly body: string };
const server = createServer((_request, response) => {
  response.writeHead(answer.status).end(answer.body);
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());

async function refusedWith(status: number, body = JSON.stringify({ message: 'Why.' })) {
  answer = { status, body };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const faces = openRemoteFaces({
    url,
    client: 'shop',
    key: Buffer.alloc(64, 7).toString('base64'),
  });
  return faces.call(templateStatusContract, {}, { classId: 1n }).then(
    () => undefined,
    (error: unknown) => error,
  );
}

it.each([
  [400, 'InvalidArgument', 4],
  [403, 'PermissionDenied', 5],
  [404, 'NotFound', 4],
  [408, 'DeadlineExceeded', 5],
  [409, 'Aborted', 5],
  [413, 'InvalidArgument', 4],
  [414, 'InvalidArgument', 4],
  [415, 'InvalidArgument', 4],
  [429, 'ResourceExhausted', 5],
  [500, 'Internal', 5],
  [502, 'Internal', 5],
])('%i is %s, with its message and exit code %i', async (status, code, exitCode) => {
  const error = await refusedWith(status);
  expect(error).toBeInstanceOf(code === 'InvalidArgument' ? InvalidArgument : ServiceError);
  expect(error).toMatchObject({ code });
  expect(toFailure(error)).toEqual({ exitCode, message: 'Why.' });
});

it('401 points to the key and the clocks: exit code 2', async () => {
  const { exitCode, message } = toFailure(await refusedWith(401));
  expect(exitCode).toBe(2);
  expect(message).toMatch(/Are --client and --key right/);
});

it('a foreign body: reports who answered, and what', async () => {
  const { message } = toFailure(await refusedWith(429, '<h1>Slow down</h1>'));
  expect(message).toMatch(/answered 429, but not as Prosopon does: "<h1>Slow down/);
});
