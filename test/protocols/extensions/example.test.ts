/** The example of docs/extensions.md, loaded from its page, serves a route of its own. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import { testEngine } from '../../../testing/engine.ts';
import { startExtension } from '../../../testing/extensions.ts';
import { base64, startService, type TestService } from '../../../testing/http/service.ts';
import { portrait } from '../../../testing/people.ts';

const page = readFileSync(new URL('../../../docs/extensions.md', import.meta.url), 'utf8');
const [, source] = /```js\n([\s\S]*?)```/.exec(page)!;

let folder: string;
let service: TestService;
let client: CreatedClient;
let ada: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'door-'));
  await writeFile(join(folder, 'door.js'), source!);
  const { routes } = await startExtension(join(folder, 'door.js'), { CLASS: '7' });
  service = await startService(await testEngine(), { extensionRoutes: routes });
  client = await service.client('door');
  ada = base64(await portrait('ada'));
  const body = [{ image: ada }];
  await service.call('POST', '/api/face/v1/enroll/7', { client, body });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const open = (image: string, more = {}) =>
  service.call('POST', '/door/open', { client, body: { image }, ...more });

it('opens to its owner, as a job of the client', async () => {
  const again = base64(await portrait('ada', 1));
  expect((await open(again)).json).toEqual({ open: true });
  expect((await open(base64(await portrait('ben')))).json).toEqual({ open: false });
  const [job] = await service.parts.bookkeeping.list({ operation: 'verify' });
  expect(job).toMatchObject({ clientId: 'door', classId: 7n, decision: 'not verified' });
});

it('is refused as everywhere', async () => {
  expect(await open(ada, { client: undefined })).toMatchObject({ status: 401 });
  expect((await open('?')).json).toEqual({ message: 'image: not base64' });
  expect((await open('AAAA')).json).toEqual({ message: 'image: not a decodable image' });
  expect((await service.call('GET', '/door/open', { client })).status).toBe(405);
  const settings = { allowedOperations: ['search'] as const };
  const other = await service.client('other', { settings });
  expect((await open(ada, { client: other })).status).toBe(403);
});

it('has no forced outcomes', async () => {
  const sandbox = await service.client('box', { settings: { sandbox: true } });
  const headers = { 'sandbox-outcome': 'success' };
  const { status, headers: marks, json } = await open(ada, { client: sandbox, headers });
  expect({ status, mark: marks.get('sandbox'), json }).toEqual({
    ...{ status: 400, mark: 'true' },
    json: { message: 'Sandbox-Outcome: extensions have no forced outcomes' },
  });
});

it('is in the API reference, beside the calls of the service', async () => {
  const { json } = await service.call('GET', '/openapi.json');
  expect(Object.keys(json.paths)).toContain('/door/open');
});
