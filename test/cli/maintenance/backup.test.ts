/** `backup` and `restore` as an operator uses them: another folder, the same service. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/config/config.ts';
import { openStore } from '../../../src/store.ts';
import { type Cli, createCli } from '../../../testing/cli/run-cli.ts';

let cli: Cli;
let file: string;
/** With the master key in it. */
let whole: string;
let secret: string;
beforeAll(async () => {
  cli = await createCli();
  file = join(cli.dataDir, '..', 'all.backup');
  whole = join(cli.dataDir, '..', 'whole.backup');
  secret = join(cli.dataDir, '..', 'secret.txt');
  await writeFile(secret, 'correct horse battery\nmore\n');
  await cli.json('client', 'create', '--id', 'shop', '--name', 'A name nobody else has');
});
afterAll(() => cli.remove());

const keyFiles = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith('master.key'));
const elsewhere = (name: string) => ({ PROSOPON_DATA: join(cli.dataDir, '..', name) });

describe('a backup', () => {
  it('is sealed with the master key, which it does not contain', async () => {
    expect(await cli.json('backup', file)).toMatchObject({
      tables: { clients: 1, client_keys: 1 },
    });
    expect((await stat(file)).mode & 0o077).toBe(0);
    const bytes = await readFile(file);
    const key = await readFile(join(cli.dataDir, 'master.key'), 'utf8');
    for (const text of ['A name nobody', key.trim()]) expect(bytes.includes(text)).toBe(false);
    const env = elsewhere('without-key');
    const refused = await cli.runWith(env, 'restore', file);
    expect(refused).toMatchObject({
      code: 4,
      err: expect.stringMatching(/master\.key is missing/),
    });
    const withKey = { ...env, PROSOPON_MASTER_KEY: key.trim() };
    expect((await cli.runWith(withKey, 'restore', file)).code).toBe(0);
    const listed = await cli.runWith(withKey, 'client', 'list');
    expect(listed.out).toMatch(/A name nobody else has/);
  });

  it('never overwrites another file', async () => {
    const before = await readFile(file);
    const refused = await cli.run('backup', file);
    expect(refused).toMatchObject({ code: 4, err: expect.stringMatching(/already exists/) });
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  it('leaves an entry before it begins, and another only after its file was written', async () => {
    const made = async () => {
      const trail = await cli.run('audit', 'export', '--event', 'transfer');
      return [...trail.out.matchAll(/"what":"([^"]+)"/g)].map(([, what]) => what);
    };
    const before = await made();
    expect((await cli.run('backup', secret)).code).toBe(4);
    const afterRefusal = [...before, 'backup begun'];
    expect(await made()).toEqual(afterRefusal);
    await cli.json('backup', `${file}.second`);
    expect(await made()).toEqual([...afterRefusal, 'backup begun', 'backup']);
  });

  it('is only read from a file', async () => {
    const refused = await cli.runWith(elsewhere('folder'), 'restore', cli.dataDir);
    const err = `prosopon: ${cli.dataDir}: is a folder, not a file\n`;
    expect(refused).toMatchObject({ code: 4, err });
  });

  it('with the master key needs a passphrase, and nothing else to be restored', async () => {
    const alone = await cli.run('backup', file, '--include-master-key');
    expect(alone).toMatchObject({ code: 4, err: expect.stringMatching(/--passphrase-file/) });
    const sealed = ['--passphrase-file', secret];
    await cli.json('backup', whole, '--include-master-key', ...sealed);
    const env = elsewhere('with-key');
    expect((await cli.runWith(env, 'restore', whole)).code).toBe(4);
    const restored = await cli.runWith(env, 'restore', whole, ...sealed, '--json');
    expect(JSON.parse(restored.out)).toMatchObject({
      checked: { templates: 0, corrupted: 0, audit: { intact: true } },
    });
    const verified = await cli.runWith(env, 'audit', 'verify');
    expect(verified).toMatchObject({ code: 0, out: expect.stringMatching(/is intact/) });
    expect(existsSync(join(env.PROSOPON_DATA, 'anchor'))).toBe(true);
    const again = await cli.runWith(env, 'restore', whole, ...sealed);
    expect(again).toMatchObject({ code: 4, err: expect.stringMatching(/not empty/) });
  });

  it('is refused if changed, or opened with another passphrase', async () => {
    const bytes = await readFile(whole);
    bytes[bytes.length - 100]! ^= 1;
    const changed = `${whole}.changed`;
    await writeFile(changed, bytes);
    const env = elsewhere('changed');
    const refused = await cli.runWith(env, 'restore', changed, '--passphrase-file', secret);
    expect(refused).toMatchObject({ code: 4, err: expect.stringMatching(/was changed/) });
    const short = join(cli.dataDir, '..', 'short.txt');
    await writeFile(short, 'short\n');
    expect((await cli.run('backup', `${file}.short`, '--passphrase-file', short)).code).toBe(4);
  });

  it('put back over newer data says so, to the operator and in the audit trail', async () => {
    const key = (await readFile(join(cli.dataDir, 'master.key'), 'utf8')).trim();
    const env = { ...elsewhere('older'), PROSOPON_MASTER_KEY: key };
    expect((await cli.runWith(env, 'restore', file)).code).toBe(0);
    expect((await cli.runWith(env, 'client', 'create', '--id', 'late')).code).toBe(0);
    // As the service does while it runs.
    const store = await openStore(parseConfig(env), () => undefined);
    await store.anchor.renew();
    await store.close();
    for (const name of ['prosopon.db', 'prosopon.db-wal', 'prosopon.db-shm'])
      await rm(join(env.PROSOPON_DATA, name), { force: true });
    const restored = await cli.runWith(env, 'restore', file);
    expect(restored).toMatchObject({ code: 0, err: expect.stringMatching(/has held newer data/) });
    const trail = await cli.runWith(env, 'audit', 'export', '--event', 'rollback');
    expect(trail.out).toMatch(/"change":"accepted"/);
  });

  it('leaves no master key behind when it is refused', async () => {
    const env = elsewhere('occupied');
    const other = { ...env, PROSOPON_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
    expect((await cli.runWith(other, 'client', 'create', '--id', 'shop')).code).toBe(0);
    const refused = await cli.runWith(env, 'restore', whole, '--passphrase-file', secret);
    expect(refused).toMatchObject({ code: 4, err: expect.stringMatching(/not empty/) });
    expect(await keyFiles(env.PROSOPON_DATA)).toEqual([]);
  });

  it('is not restored under a service that runs', async () => {
    const env = elsewhere('served');
    await mkdir(env.PROSOPON_DATA);
    const running = { address: 'http://127.0.0.1:9', publicUrl: '', pid: process.pid };
    await writeFile(join(env.PROSOPON_DATA, 'service.json'), JSON.stringify(running));
    const refused = await cli.runWith(env, 'restore', whole, '--passphrase-file', secret);
    expect(refused).toMatchObject({ code: 4, err: expect.stringMatching(/stop it first/) });
    expect(existsSync(join(env.PROSOPON_DATA, 'prosopon.db'))).toBe(false);
  });
});
