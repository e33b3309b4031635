/** A restore that is killed can be run again, and brings a new service no key of others. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Cli, createCli, PROGRAM, ROOT } from '../../testing/cli/run-cli.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { hooked, KILL } from '../../testing/hooked-call.ts';

let cli: Cli;
let restoring: readonly string[];
let keyOfBackup: string;
beforeAll(async () => {
  cli = await createCli();
  const file = join(cli.dataDir, '..', 'whole.backup');
  const sealed = ['--passphrase-file', join(cli.dataDir, '..', 'secret.txt')];
  restoring = ['restore', file, ...sealed];
  await writeFile(sealed[1]!, 'correct horse battery\n');
  await cli.json('client', 'create', '--id', 'shop');
  await cli.json('backup', file, '--include-master-key', ...sealed);
  keyOfBackup = await readFile(join(cli.dataDir, 'master.key'), 'utf8');
});
afterAll(() => cli.remove());

describe.each((await databaseKinds()).filter((kind) => kind !== 'citus'))('into %s', (kind) => {
  let target: TestDatabase;
  beforeEach(async () => {
    target = await createTestDatabase(kind, 'empty');
  });
  afterEach(() => target.drop());

  const env = () => {
    const { dataDir, databaseUrl } = target.location;
    return { PROSOPON_DATA: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  };
  const run = (...args: readonly string[]) => cli.runWith(env(), ...args);
  const keyFiles = async () =>
    (await readdir(target.location.dataDir)).filter((name) => name.startsWith('master.key'));
  const masterKey = () => readFile(join(target.location.dataDir, 'master.key'), 'utf8');
  const restoreWith = async (call: 'writeFile' | 'link', code: string) => {
    const first = `data:text/javascript,${encodeURIComponent(hooked(call, code))}`;
    const child = spawn(process.execPath, ['--import', first, PROGRAM, ...restoring], {
      ...{ cwd: ROOT, stdio: 'ignore' },
      env: { PATH: process.env.PATH, ...env() },
    });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  };
  /** When the key was written, and the rows were not committed. */
  const killBefore = () =>
    restoreWith('writeFile', `await call(...args); if (/master.key/.test(args[0])) ${KILL}`);

  it('killed before its commit can be run again', async () => {
    await killBefore();
    expect(await keyFiles()).toEqual([expect.stringMatching(/^master\.key\../)]);
    expect(await run(...restoring)).toMatchObject({ code: 0 });
    expect(await masterKey()).toBe(keyOfBackup);
    expect(await keyFiles()).toEqual(['master.key']);
  });

  it('killed before its commit does not decide the key of a new service', async () => {
    await killBefore();
    expect(await run('client', 'create', '--id', 'bank')).toMatchObject({ code: 0 });
    expect(await masterKey()).not.toBe(keyOfBackup);
    expect(await keyFiles()).toEqual(['master.key']);
    expect((await run('client', 'list')).out).not.toMatch(/shop/);
  });

  it.each([
    ['before', ''],
    ['after', 'await call(...args);'],
  ])('killed %s the key gets its place is complete', async (_when, link) => {
    await restoreWith('link', link + KILL);
    expect(await run(...restoring)).toMatchObject({
      code: 4,
      err: expect.stringMatching(/not empty/),
    });
    expect((await run('client', 'list')).out).toMatch(/shop/);
    expect(await masterKey()).toBe(keyOfBackup);
    expect(await keyFiles()).toEqual(['master.key']);
  });
});
