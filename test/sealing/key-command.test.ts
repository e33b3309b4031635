/** The master key from a program that the operator names. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/cli/environment.ts';
import { ConfigError, parseConfig } from '../../src/config/config.ts';
import { masterKeyFrom } from '../../src/sealing/key-command.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosopon-key-command-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('PROSOPON_KEY_COMMAND', () => {
  it('prints the key of the configuration, and runs once', async () => {
    const runs = join(folder, 'runs');
    const command = `echo run >> ${runs}; echo ${KEY}`;
    const env = { PROSOPON_KEY_COMMAND: command, PROSOPON_DATA: folder };
    expect(readConfig(env).masterKey).toBe(KEY);
    expect(readConfig(env).masterKey).toBe(KEY);
    expect(await readFile(runs, 'utf8')).toBe('run\n');
  });

  it.each([
    ['fails', 'exit 3', 'ended with status 3'],
    ['prints no key', 'echo secret-text', 'expected base64 of exactly 32 bytes'],
    ['prints nothing', 'true', 'expected base64 of exactly 32 bytes'],
    ['never stops printing', 'yes', 'prints more than a key'],
  ])('that %s stops the start without repeating the output', (_, command, reason) => {
    expect(() => masterKeyFrom(command)).toThrow(ConfigError);
    expect(() => masterKeyFrom(command)).toThrow(reason);
    expect(() => masterKeyFrom(command)).not.toThrow('secret-text');
  });

  it('stands alone', async () => {
    const file = join(folder, 'key');
    await writeFile(file, KEY);
    for (const other of [{ PROSOPON_MASTER_KEY: KEY }, { PROSOPON_KEY_FILE: file }])
      expect(() => parseConfig({ ...other, PROSOPON_KEY_COMMAND: `cat ${file}` })).toThrow(
        'set one of them',
      );
  });
});
