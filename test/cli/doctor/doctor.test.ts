/** `doctor`: what is in order, what is not, and what it leaves alone. */
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Cli, createCli } from '../../../testing/cli/run-cli.ts';

interface Report {
  readonly healthy: boolean;
  readonly warnings: number;
  readonly checks: readonly { check: string; state: string; message: string; advice?: string }[];
}

let cli: Cli;

beforeEach(async () => {
  cli = await createCli();
});

afterEach(() => cli.remove());

async function examine() {
  const { code, out } = await cli.run('doctor', '--json');
  const report = JSON.parse(out) as Report;
  const state = Object.fromEntries(report.checks.map((found) => [found.check, found.state]));
  return { code, report, state };
}

test('before the first start: healthy, creates neither database nor key', async () => {
  const { code, report, state } = await examine();
  expect(code).toBe(0);
  expect(report.healthy).toBe(true);
  for (const check of ['Node.js', 'native modules', 'models', 'database', 'configuration', 'clock'])
    expect(state).toHaveProperty([check], 'ok');
  expect(existsSync(join(cli.dataDir, 'prosopon.db'))).toBe(false);
  expect(existsSync(join(cli.dataDir, 'master.key'))).toBe(false);
});

test('counts its warnings', async () => {
  await cli.json('client', 'create', '--id', 'shop');
  const { code, out } = await cli.run('doctor');
  const warnings = out.match(/^WARN /gm)!.length;
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`\n${warnings} warnings?: see above\\.\n$`));
  expect((await examine()).report).toMatchObject({ healthy: true, warnings });
});

test('explains how to fix a key that others can read', async () => {
  await cli.json('client', 'create', '--id', 'shop');
  expect((await examine()).state).toMatchObject({ 'file modes': 'ok', 'master key': 'ok' });
  const key = join(cli.dataDir, 'master.key');
  await chmod(key, 0o644);
  const { code, report, state } = await examine();
  expect(report.checks).toContainEqual(
    expect.objectContaining({ message: 'opens the database (1 client)' }),
  );
  expect(code).toBe(5);
  expect(report.healthy).toBe(false);
  expect(state['file modes']).toBe('fail');
  expect(report.checks.find(({ check }) => check === 'file modes')?.advice).toBe(
    `chmod 600 ${key}`,
  );
  const { out } = await cli.run('doctor');
  expect(out).toMatch(/^FAIL {2}file modes +others can read .*master\.key\n +→ chmod 600 /m);
});

test.skipIf(process.getuid?.() !== 0)(
  'names what root left unreadable to the service',
  async () => {
    await cli.json('client', 'create', '--id', 'shop');
    const packs = join(cli.dataDir, 'packs');
    await mkdir(packs);
    await chmod(packs, 0o755);
    for (const name of ['', ...(await readdir(cli.dataDir))])
      if (name !== 'packs') await chown(join(cli.dataDir, name), 65_534, 65_534);
    expect((await examine()).state['file modes']).toBe('ok');
    await chmod(packs, 0o700);
    const { report } = await examine();
    expect(report.checks.find(({ check }) => check === 'file modes')).toMatchObject({
      state: 'fail',
      message: `the owner of ${cli.dataDir} cannot read ${packs}`,
      advice: `chown -R --reference=${cli.dataDir} ${cli.dataDir}/`,
    });
  },
);

test('lists clients that give up protection', async () => {
  await cli.json('client', 'create', '--id', 'shop');
  expect((await examine()).state['client settings']).toBe('ok');
  await cli.run('client', 'create', '--id', 'moved', '--moving-in');
  const { report } = await examine();
  const found = report.checks.find(({ check }) => check === 'client settings');
  expect(found).toMatchObject({ state: 'warn', message: expect.stringContaining('moved: ') });
  expect(found!.message).toContain('requirePkce=false');
});

test('asks to delete the demo client while it is there', async () => {
  await cli.json('client', 'create', '--id', 'demo');
  const { code, report } = await examine();
  expect(code).toBe(0);
  expect(report.checks.find(({ check }) => check === 'demo client')).toMatchObject({
    state: 'warn',
    advice: expect.stringContaining('client delete demo --erase'),
  });
  await cli.run('client', 'delete', 'demo', '--erase', '--yes');
  expect((await examine()).state['demo client']).toBeUndefined();
});

test('names the sandbox clients', async () => {
  const create = ['client', 'create', '--id', 'box', 'sandbox=true'];
  const { storage } = await cli.json<{ readonly storage: string }>(...create);
  expect(storage).toBe('sandbox-box');
  const { report } = await examine();
  const found = report.checks.find(({ check }) => check === 'sandbox clients');
  expect(found).toMatchObject({ state: 'ok', message: 'box' });
});

test('finds forged rows', async () => {
  await cli.json('user', 'create', 'mallory');
  const database = new DatabaseSync(join(cli.dataDir, 'prosopon.db'));
  database.exec('update users set admin = 1');
  database.close();
  const { code, report, state } = await examine();
  expect(code).toBe(5);
  expect(state).toMatchObject({ 'audit trail': 'ok', records: 'fail' });
  expect(report.checks.find(({ check }) => check === 'records')?.message).toMatch(/^users /);
});

test('finds a master key that does not match the database', async () => {
  await cli.json('client', 'create', '--id', 'shop');
  await writeFile(join(cli.dataDir, 'master.key'), Buffer.alloc(32, 9).toString('base64'));
  const { code, report, state } = await examine();
  expect(code).toBe(5);
  expect(state).toMatchObject({ database: 'ok', 'master key': 'fail' });
  expect(report.checks.find(({ check }) => check === 'master key')).toMatchObject({
    message: expect.stringMatching(/is not the master key/),
    advice: expect.stringMatching(/Restore the key/),
  });
});

test('asks the running service at its recorded address, and lists problems first', async () => {
  const service = await cli.serve();
  const { out } = await cli.run('doctor');
  expect(out).toContain(`running at ${service.url}`);
  const states = out.match(/^(FAIL|WARN|ok) /gm)!;
  const order = ['FAIL ', 'WARN ', 'ok '];
  expect(states).toEqual(states.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  const { link } = await cli.json<{ link: string }>('user', 'create', 'ada');
  expect(link).toContain(`${service.url}/`);
  await service.stop();
  expect(existsSync(join(cli.dataDir, 'service.json'))).toBe(false);
});

test('finds an invalid database', async () => {
  await cli.json('client', 'create', '--id', 'shop');
  await writeFile(join(cli.dataDir, 'prosopon.db'), 'not a database at all, but long enough');
  const { code, state } = await examine();
  expect(code).toBe(5);
  expect(state.database).toBe('fail');
});
