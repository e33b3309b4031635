/** `user`: accounts from the command line. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cli, createCli } from '../../../testing/cli/run-cli.ts';

let cli: Cli;

beforeAll(async () => {
  cli = await createCli();
});
afterAll(() => cli.remove());

test('create prints a one-time link, list shows the user, delete erases it', async () => {
  const created = await cli.json('user', 'create', 'ada', '--email', 'ada@example.org', '--admin');
  expect(created).toMatchObject({
    name: 'ada',
    email: 'ada@example.org',
    emailConfirmed: false,
    admin: true,
    link: expect.stringMatching(/^http:\/\/\S+\/link#[\w-]{43}$/),
    expires: expect.stringMatching(/Z$/),
  });
  const renewed = await cli.json<{ link: string }>('user', 'link', 'ADA');
  expect(renewed.link).not.toBe((created as { link: string }).link);
  const lost = await cli.json('user', 'link', 'ada', '--reset-second-factor');
  expect(lost).toMatchObject({ name: 'ada', link: expect.not.stringMatching(renewed.link) });
  expect((await cli.run('audit', 'export')).out).toContain('"second factor"');
  expect(await cli.json('user', 'list')).toMatchObject([{ name: 'ada', admin: true }]);
  expect(await cli.run('user', 'create', 'Ada')).toMatchObject({ code: 4, out: '' });
  expect((await cli.run('user', 'list')).out).toMatch(
    /^NAME +E-MAIL +ROLE +DISABLED +CREATED\nada +ada@\S+ +owner/,
  );
  const refused = await cli.run('user', 'delete', 'ada', '--yes');
  expect(refused.code).not.toBe(0);
  expect(refused.err).toMatch(/ada is the last owner who can sign in: create another owner/);
  await cli.json('user', 'create', 'root', '--admin');
  const { receipt, ...deleted } = await cli.json<{ receipt: string }>(
    'user',
    'delete',
    'ada',
    '--yes',
  );
  expect(deleted).toEqual({ name: 'ada', deleted: true });
  const file = join(cli.dataDir, '..', 'receipt.txt');
  await writeFile(file, `${receipt}\n`);
  expect(await cli.json('audit', 'receipt', file)).toMatchObject({ proven: true, signed: true });
  expect((await cli.run('user', 'delete', 'ada', '--yes')).code).toBe(4);
  expect(await cli.json('user', 'list')).toMatchObject([{ name: 'root' }]);
});

test("roles can be granted and removed, except the last owner's", async () => {
  await cli.json('client', 'create', '--id', 'shop');
  await cli.json('user', 'create', 'eve', '--role', 'administrator', '--client', 'shop');
  const find = async () =>
    (await cli.json<readonly { name: string }[]>('user', 'list')).find(
      ({ name }) => name === 'eve',
    );
  expect(await find()).toMatchObject({ role: 'administrator', client: 'shop', disabled: false });
  expect(await cli.json('user', 'role', 'eve', '--role', 'auditor')).toMatchObject({
    role: 'auditor',
  });
  const { out } = await cli.run('user', 'role', 'eve', '--none');
  expect(out).toBe('eve no longer has a role.\n');
  expect(await find()).not.toHaveProperty('role');
  expect(await cli.json('user', 'disable', 'eve')).toMatchObject({ disabled: true });
  expect((await cli.run('user', 'link', 'eve')).code).not.toBe(0);
  expect(await cli.json('user', 'enable', 'eve')).toMatchObject({ disabled: false });
  const { err } = await cli.run('user', 'link', 'eve');
  expect(err).toMatch(
    /^prosopon: no service runs on .*: links lead to http:.*, unless you set PUBLIC_URL$/m,
  );
  for (const args of [
    ['role', 'root', '--none'],
    ['disable', 'root'],
  ])
    expect((await cli.run('user', ...args)).err).toMatch(/is the last owner/);
  expect((await cli.run('user', 'role', 'eve')).code).toBe(4);
  await cli.json('client', 'delete', 'shop', '--yes');
});

test('no client can take the name or the storage of the accounts', async () => {
  for (const args of [
    ['--id', 'accounts'],
    ['--id', 'x', '--storage', 'accounts'],
  ]) {
    const { code, err } = await cli.run('client', 'create', ...args);
    expect({ code, err }).toEqual({ code: 4, err: expect.stringMatching(/accounts/) });
  }
});

test("client create sets an application's demands on a login", async () => {
  await cli.json('client', 'create', '--id', 'app', 'publicClient=true', 'faceAlone=true');
  expect(await cli.json('client', 'list')).toMatchObject([
    { settings: { publicClient: true, faceAlone: true, requireSecondFactor: false } },
  ]);
});

test('invite mails another link, replacing the previous one, if there is an address', async () => {
  await cli.json('user', 'create', 'mia', '--email', 'mia@example.org');
  expect(await cli.json('user', 'invite', 'mia')).toMatchObject({ name: 'mia', mailed: true });
  await cli.json('user', 'create', 'mute');
  expect((await cli.run('user', 'invite', 'mute')).err).toContain('this user has none');
});
