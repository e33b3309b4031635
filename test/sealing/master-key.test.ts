/** The file of the master key: whole or absent, whoever is killed, and alone in the end. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMasterKey, loadMasterKey } from '../../src/sealing/master-key.ts';
import { hooked, KILL } from '../../testing/hooked-call.ts';

const MODULE = new URL('../../src/sealing/master-key.ts', import.meta.url).href;
const quiet = () => undefined;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosopon-key-'));
});
afterEach(() => rm(folder, { recursive: true }));

const keyConfig = () => ({
  masterKey: undefined,
  keyFile: join(folder, 'master.key'),
  keyFileIsDefault: true,
});
const firstStart = () => createMasterKey(keyConfig(), quiet);

/** A first start in a process of its own, with `code` instead of a call of the file system. */
async function startWith(call: 'link' | 'rm', code: string) {
  const program = `${hooked(call, code)}
    const { createMasterKey } = await import(${JSON.stringify(MODULE)});
    const start = () => createMasterKey(${JSON.stringify(keyConfig())}, () => undefined);
    await start();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [status, signal] = await once(child, 'exit');
  return signal ?? status;
}

describe('a first start that is killed', () => {
  it('before the key has its place leaves a draft, which the next start removes', async () => {
    expect(await startWith('link', KILL)).toBe('SIGKILL');
    const [draft, ...others] = await readdir(folder);
    expect([draft, others]).toEqual([expect.stringMatching(/^master\.key\../), []]);
    await firstStart();
    expect(await readdir(folder)).toEqual(['master.key']);
    expect((await stat(keyConfig().keyFile)).mode & 0o777).toBe(0o600);
  });

  it('afterwards leaves the key a second name, which the next start removes', async () => {
    expect(await startWith('rm', KILL)).toBe('SIGKILL');
    expect(await readdir(folder)).toHaveLength(2);
    const key = await readFile(keyConfig().keyFile, 'utf8');
    const again = await loadMasterKey(keyConfig(), quiet);
    expect(Buffer.from(again).toString('base64')).toBe(key.trim());
    expect(await readdir(folder)).toEqual(['master.key']);
  });
});

describe('drafts', () => {
  const plantedDraft = () => join(folder, `master.key.${randomUUID()}`);

  it('are removed, no files of others, nor links', async () => {
    const link = plantedDraft();
    const kept = ['master.key.old', `other.key.${randomUUID()}`, 'target'];
    for (const name of kept) await writeFile(join(folder, name), 'kept');
    await symlink(join(folder, 'target'), link);
    await writeFile(plantedDraft(), 'half');
    await firstStart();
    expect((await readdir(folder)).sort()).toEqual(['master.key', basename(link), ...kept].sort());
    for (const name of kept) expect(await readFile(join(folder, name), 'utf8')).toBe('kept');
  });

  it('are not missed by a start whose draft another one removes: it takes the other key', async () => {
    expect(await startWith('link', 'unhook(); await start(); await call(...args);')).toBe(0);
    expect(await readdir(folder)).toEqual(['master.key']);
  });

  it('of starts at the same time do not disturb each other: all agree on one key', async () => {
    for (let round = 0; round < 20; round++) {
      const keys = await Promise.all(Array.from({ length: 8 }, firstStart));
      const texts = new Set(keys.map((key) => Buffer.from(key).toString('base64')));
      expect([texts.size, await readdir(folder)]).toEqual([1, ['master.key']]);
      await rm(keyConfig().keyFile);
    }
  });
});
