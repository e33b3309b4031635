/** `client set`, `show`, `rotate-secret` and their like: a client that is looked after until its end. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cli, createCli } from '../../../testing/cli/run-cli.ts';

interface Created {
  readonly secret: string;
  readonly keyId: string;
}

interface Shown {
  readonly secret: { readonly created: string; readonly olderEnds?: string };
  readonly keys: readonly { readonly keyId: string }[];
}

let cli: Cli;
let made: Created;
const show = () => cli.json<Shown>('client', 'show', 'desk');

beforeAll(async () => {
  cli = await createCli();
  made = await cli.json('client', 'create', '--id', 'desk');
});

afterAll(() => cli.remove());

test('client set changes name and addresses', async () => {
  await cli.json(
    ...['client', 'set', 'desk', '--name', 'The desk', '--origin', 'https://desk.example'],
    ...['--redirect-uri', 'https://desk.example/a', '--redirect-uri', 'https://desk.example/b'],
  );
  expect(await show()).toMatchObject({
    name: 'The desk',
    redirectUris: ['https://desk.example/a', 'https://desk.example/b'],
    allowedOrigins: ['https://desk.example'],
  });
  const { code, err } = await cli.run('client', 'set', 'desk', '--origin', 'desk.example/path');
  expect({ code, err }).toMatchObject({
    code: 4,
    err: expect.stringContaining('expected an origin'),
  });
});

test('rotate-secret keeps the older one for a while, end-older-secret ends it', async () => {
  const overlap = ['--overlap', '7d'];
  const { secret } = await cli.json<Created>('client', 'rotate-secret', 'desk', ...overlap);
  expect(secret).not.toBe(made.secret);
  const { created, olderEnds } = (await show()).secret;
  expect((Date.parse(olderEnds!) - Date.parse(created)) / 86_400_000).toBeCloseTo(7, 3);
  const ended = await cli.json('client', 'end-older-secret', 'desk');
  expect(ended).toEqual({ id: 'desk', ended: true });
  expect((await show()).secret.olderEnds).toBeUndefined();
});

test('end-key ends that key only', async () => {
  const { keyId } = await cli.json<Created>('client', 'rotate-key', 'desk', '--overlap', '7d');
  expect((await show()).keys).toHaveLength(2);
  const ended = await cli.json('client', 'end-key', 'desk', made.keyId);
  expect(ended).toEqual({ id: 'desk', keyId: made.keyId, ended: true });
  expect((await show()).keys).toMatchObject([{ keyId }]);
  expect((await cli.run('client', 'end-key', 'desk', made.keyId)).code).toBe(4);
});

test('show lists what a deletion takes along, and delete takes it', async () => {
  const url = 'http://127.0.0.1:9/hooks';
  await cli.json('webhook', 'create', '--client', 'desk', '--url', url);
  const { out } = await cli.run('client', 'show', 'desk');
  expect(out).toContain(
    'Deleting it also deletes 1 key, 1 webhook, 0 consents of people and the role of ' +
      '0 administrators; it erases 0 templates only with --erase.',
  );
  expect(out).toMatch(/^ {2}usage +never used$/m);
  await cli.json('client', 'delete', 'desk', '--yes');
  expect(await cli.json('webhook', 'list')).toEqual([]);
});
