/** `user`: accounts from the command line. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cli, createCli } from './run-cli.ts';

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
  expect((await cli.run('user', 'list')).out).toMatch(/^NAME +E-MAIL +ADMIN +CREATED\nada +ada@/);
  const refused = await cli.run('user', 'delete', 'ada', '--yes');
  expect(refused.code).not.toBe(0);
  expect(refused.err).toMatch(/ada is the last administrator: make another one first/);
  await cli.json('user', 'create', 'root', '--admin');
  expect(await cli.json('user', 'delete', 'ada', '--yes')).toEqual({ name: 'ada', deleted: true });
  expect((await cli.run('user', 'delete', 'ada', '--yes')).code).toBe(4);
  expect(await cli.json('user', 'list')).toMatchObject([{ name: 'root' }]);
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

test('client create takes what an application demands of a login', async () => {
  await cli.json('client', 'create', '--id', 'app', '--public', '--require-challenge');
  expect(await cli.json('client', 'list')).toMatchObject([
    { settings: { publicClient: true, requireChallenge: true, requireSecondFactor: false } },
  ]);
});
