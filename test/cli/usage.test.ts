/** How the command line meets mistakes: one clear line, the right exit code, never a stack. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cli, createCli, ended, PROGRAM, ROOT } from '../../testing/cli/run-cli.ts';

let cli: Cli;

beforeAll(async () => {
  cli = await createCli();
});

afterAll(() => cli.remove());

const withEnv = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  ended(
    spawn(process.execPath, [PROGRAM, ...args], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, PROSOPON_DATA: cli.dataDir, ...env },
    }),
  );

/** `evaluate` hands its streams to a child, and those of the other commands are listened to. */
const run = (...args: readonly string[]) =>
  args[0] === 'evaluate' ? withEnv({}, ...args) : cli.run(...args);

describe('mistakes', () => {
  test.each([
    [
      'an unknown command',
      ['cliemt', 'list'],
      /unknown command 'cliemt'\n\(Did you mean client\?\)/,
    ],
    ['an unknown option', ['jobs', '--jsno'], /unknown option '--jsno'/],
    ['a missing argument', ['verify'], /class-id/],
    ['a file that is not there', ['verify', '1', 'nobody.jpg'], /nobody\.jpg: no such file/],
    ['a folder for a file', ['verify', '1', 'src'], /src: is a folder/],
    ['nothing to enrol', ['enroll'], /missing required argument 'class-id'/],
    ['an address without key', ['verify', '1', 'LICENSE', '--url', 'http://x'], /--key/],
    ['an address that is none', ['template', 'status', '1', '--url', 'x'], /--url x/],
    ['an evaluation of nothing', ['evaluate', '--json'], /--dataset <dir>' not specified/],
    [
      'an erasure that nobody confirms',
      ['client', 'delete', 'x'],
      /cannot ask for confirmation here; use --yes/,
    ],
    ['no database there', ['jobs'], /there is no database in/],
    ['no tags', ['template', 'tags', '1'], /remove all by --clear/],
    ['a tag that a script left empty', ['template', 'tags', '1', 'staff', ''], /not empty/],
    ['tags to clear', ['template', 'tags', '1', 'staff', '--clear'], /Tags, or --clear/],
    ['a search for everybody by an empty tag', ['search', 'x.jpg', '--tag', ''], /not empty/],
    ['two roles', ['user', 'create', 'x', '--admin', '--role', 'auditor'], /--admin or --role/],
    [
      'the client of no role',
      ['user', 'create', 'x', '--client', 'y'],
      /--client goes with --role administrator/,
    ],
    [
      'the client of no role any more',
      ['user', 'role', 'x', '--none', '--client', 'y'],
      /--client goes with --role administrator/,
    ],
    [
      'an administrator of nothing',
      ['user', 'role', 'x', '--role', 'administrator'],
      /--role administrator needs --client/,
    ],
    ['a key for local data', ['verify', '1', 'LICENSE', '--key', 'x'], /--key: only with --url/],
    [
      'workers elsewhere',
      ['quality', 'LICENSE', '--workers', '2', '--url', 'http://x'],
      /--workers: only without --url/,
    ],
    ['two whose classes', ['erase', '--all-of', 'x', '--client', 'y'], /only with --class/],
    ['nothing to forget', ['template', 'refusals', '--client', 'x'], /only with --forget/],
    [
      'a look that changes',
      ['database', 'distribute', '--check', '--shards', '3'],
      /--shards: not with --check/,
    ],
    ['a mapping of rows', ['import', 'LICENSE', '--mapping', 'x'], /--mapping: only for a folder/],
    ['images that replace', ['import', 'src', '--replace'], /--replace: only for templates/],
  ])('%s', async (_, args, message) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: 4, out: '' });
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
  });

  test('none of them created a data directory', () => {
    expect(existsSync(cli.dataDir)).toBe(false);
  });

  test.each([
    [{ PROSOPON_DATEN: '/x' }, /PROSOPON_DATEN: unknown variable; nearest is PROSOPON_DATA/],
    [{ PROSOPON_MODELS: '/nope' }, /PROSOPON_MODELS: there is no folder \/nope/],
    [{ PORT: 'http' }, /PORT=http: expected a whole number/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
    [{ PROSOPON_MASTER_KEY: 'short' }, /PROSOPON_MASTER_KEY: expected base64 of exactly 32/],
    [{ PROSOPON_KEY_FILE: '/nowhere/key' }, /PROSOPON_KEY_FILE/],
    [{ PROSOPON_DATA: '/dev/null/x' }, /\/dev\/null/],
  ])('bad environment %j stops the start', async (env, message) => {
    const { code, out, err } = await cli.runWith(env, 'serve');
    expect([4, 5]).toContain(code);
    expect(out).toBe('');
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});

describe('help', () => {
  test('lists commands and exit codes, also without arguments', async () => {
    const { code, out } = await cli.run('--help');
    expect(code).toBe(0);
    for (const name of ['serve', 'client', 'enroll', 'verify', 'models', 'jobs', 'doctor'])
      expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    expect(out).toMatch(/Exit codes: 0 yes/);
    expect(await cli.run()).toMatchObject({ code: 0, out });
  });

  test.each([
    ['serve'],
    ['client', 'create'],
    ['client', 'rotate-key'],
    ['token'],
    ['enroll'],
    ['verify'],
    ['template', 'tags'],
    ['jobs'],
    ['models', 'pull'],
    ['keys', 'rotate'],
    ['evaluate'],
    ['doctor'],
  ])('%s %s shows --json and an example', async (...command) => {
    const { code, out } = await run(...command, '--help');
    expect(code).toBe(0);
    expect(out).toMatch(/--json/);
    expect(out).toMatch(/Examples?:\n {2}/);
  });

  test('--version is that of the package', async () => {
    expect((await cli.run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

test('accepts the variables of the command line', async () => {
  const variables = { PROSOPON_URL: 'http://x', PROSOPON_ID: 'c', PROSOPON_SECRET: 's' };
  const { err } = await withEnv(variables, 'jobs');
  expect(err).not.toMatch(/unknown variable/);
});

test('does not fail if the reader closes the pipe early', async () => {
  const pipe = spawn('sh', ['-c', `"${process.execPath}" "${PROGRAM}" --help | head -1`]);
  const { code, err } = await ended(pipe);
  expect({ code, err }).toEqual({ code: 0, err: '' });
});
