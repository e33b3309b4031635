/** The master key: from the environment or its file, or made while nothing depends on it yet. */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readBase64 } from '../base64.ts';
import { type Config, ConfigError } from '../config.ts';
import { readRegular } from '../regular-file.ts';
import { KEY_BYTES } from './cipher.ts';

export type KeyConfig = Pick<Config, 'masterKey' | 'keyFile' | 'keyFileIsDefault'>;

/** Room for white space around the key. */
const KEY_FILE_BYTES = 1000;

/** Where the master key comes from, for messages. */
export const masterKeySource = (config: KeyConfig): string =>
  config.masterKey === undefined ? `the key file ${config.keyFile}` : 'PROSOPON_MASTER_KEY';

/**
 * Reads the master key. Makes its file only at the default place, and only if `inUse` is false: a
 * new key would make existing data unreadable.
 * @throws ConfigError
 */
export async function loadMasterKey(
  config: KeyConfig,
  inUse: boolean,
  warn: (message: string) => void,
): Promise<Uint8Array> {
  if (config.masterKey !== undefined) return decode(config.masterKey, 'PROSOPON_MASTER_KEY');
  const known = await readKeyFile(config.keyFile, warn);
  if (known !== undefined) return known;
  if (inUse)
    throw new ConfigError(
      `the key file ${config.keyFile} is missing, but the database holds data sealed with it: ` +
        'restore the file or set PROSOPON_MASTER_KEY',
    );
  if (!config.keyFileIsDefault)
    throw new ConfigError(`PROSOPON_KEY_FILE: there is no file ${config.keyFile}`);
  await createKeyFile(config.keyFile, randomBytes(KEY_BYTES));
  warn(
    `created the master key ${config.keyFile}: keep a copy elsewhere, ` +
      'without it every template is lost',
  );
  const created = await readKeyFile(config.keyFile, warn);
  if (created === undefined) throw new ConfigError(`the key file ${config.keyFile} has vanished`);
  return created;
}

/**
 * Stores a backup's master key where it is looked for. An existing key must be the same.
 * @returns whether its file is new @throws ConfigError it is another key
 */
export async function installMasterKey(config: KeyConfig, text: string): Promise<boolean> {
  const key = decode(text, 'the master key of the backup');
  const isNew = !hasMasterKey(config);
  if (config.masterKey === undefined) await createKeyFile(config.keyFile, key);
  const known = await loadMasterKey(config, true, () => undefined);
  if (!Buffer.from(known).equals(key))
    throw new ConfigError(`${masterKeySource(config)} is not the master key of the backup`);
  return isNew;
}

/** Takes back what `installMasterKey` stored. */
export const removeMasterKey = ({ keyFile }: KeyConfig): Promise<void> => rm(keyFile);

/** Whether there is a key, valid or not. */
export const hasMasterKey = ({ masterKey, keyFile }: KeyConfig): boolean =>
  masterKey !== undefined || existsSync(keyFile);

function decode(text: string, source: string): Uint8Array {
  const bytes = readBase64(text.trim());
  if (bytes?.length !== KEY_BYTES)
    throw new ConfigError(`${source}: expected base64 of exactly ${KEY_BYTES} bytes`);
  return bytes;
}

async function readKeyFile(
  path: string,
  warn: (message: string) => void,
): Promise<Uint8Array | undefined> {
  try {
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      warn(`the key file ${path} can be read by others: chmod 600 it`);
    const key = decode((await readRegular(path, KEY_FILE_BYTES)).toString('utf8'), path);
    await removeDrafts(path, warn);
    return key;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`the key file ${path} cannot be read: ${String(error)}`);
  }
}

/** Writes the file whole, and never over another: a second process that starts now reads it. */
async function createKeyFile(path: string, key: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  const text = `${Buffer.from(key).toString('base64')}\n`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, path).catch((error: unknown) => {
      // Another process was faster, and may have removed this draft.
      if (!hasCode(error, 'EEXIST', 'ENOENT')) throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Those of killed processes, and of others that start now: none is needed beside the file. */
async function removeDrafts(path: string, warn: (message: string) => void): Promise<void> {
  const start = `${basename(path)}.`;
  // A folder of secrets need not let itself be listed.
  for (const name of await readdir(dirname(path)).catch(() => [])) {
    if (!name.startsWith(start) || !UUID.test(name.slice(start.length))) continue;
    const draft = join(dirname(path), name);
    await unlink(draft).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT'))
        warn(`${draft} is a master key's draft and cannot be removed: delete it`);
    });
  }
}

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');
