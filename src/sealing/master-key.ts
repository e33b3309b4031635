/** The master key: from the environment or its file, or made while nothing depends on it yet. */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import { giveToOwner } from '../config/owner.ts';
import { readRegular } from '../config/regular-file.ts';
import { readBase64 } from '../text/base64.ts';
import { KEY_BYTES } from './cipher.ts';

export type KeyConfig = Pick<Config, 'masterKey' | 'keyFile' | 'keyFileIsDefault'> &
  Partial<Pick<Config, 'keyCommand'>>;
type Warn = (message: string) => void;

/** Room for white space around the key. */
const KEY_FILE_BYTES = 1000;

/** Where the master key comes from, for messages. */
export const masterKeySource = (config: KeyConfig): string =>
  config.keyCommand !== undefined
    ? 'what PROSOPON_KEY_COMMAND prints'
    : config.masterKey === undefined
      ? `the key file ${config.keyFile}`
      : 'PROSOPON_MASTER_KEY';

/** @throws ConfigError it is absent or unreadable */
export async function loadMasterKey(config: KeyConfig, warn: Warn): Promise<Uint8Array> {
  const known = await findMasterKey(config, warn);
  if (known !== undefined) return known;
  throw new ConfigError(
    `the key file ${config.keyFile} is missing, but the database holds data sealed with it: ` +
      'say in PROSOPON_KEY_FILE where the key is, or restore the file',
  );
}

/** Undefined: its file does not exist. @throws ConfigError it is unreadable */
export async function findMasterKey(
  { masterKey, keyFile }: KeyConfig,
  warn: Warn,
): Promise<Uint8Array | undefined> {
  if (masterKey !== undefined) return decodeMasterKey(masterKey, 'PROSOPON_MASTER_KEY');
  const known = await readKeyFile(keyFile, warn);
  if (known !== undefined) await removeDrafts(keyFile, warn);
  return known;
}

/**
 * Makes the key file, only at the default place, for a database without data: a new key would make
 * any unreadable. @throws ConfigError
 */
export async function createMasterKey(config: KeyConfig, warn: Warn): Promise<Uint8Array> {
  const { keyFile, keyFileIsDefault } = config;
  if (!keyFileIsDefault) throw new ConfigError(`PROSOPON_KEY_FILE: there is no file ${keyFile}`);
  await place(await writeDraft(keyFile, randomBytes(KEY_BYTES)), keyFile);
  warn(
    `created the master key ${keyFile}: keep a copy elsewhere, ` +
      'without it every template is lost',
  );
  return loadMasterKey(config, warn);
}

/** The master key that a backup holds. @throws ConfigError it is none */
export const readMasterKey = (text: string): Uint8Array =>
  decodeMasterKey(text, 'the master key of the backup');

/** Stores a key beside the key file. `adoptMasterKey` makes it the master key of a database. */
export async function draftMasterKey({ keyFile }: KeyConfig, key: Uint8Array): Promise<void> {
  await writeDraft(keyFile, key);
}

/**
 * Makes a draft that `opens` the database its master key. Only a restore leaves such a draft: a key
 * that `createMasterKey` makes gets its place before its first use. Undefined: there is none.
 */
export async function adoptMasterKey(
  config: KeyConfig,
  opens: (key: Uint8Array) => Promise<boolean>,
  warn: Warn,
): Promise<Uint8Array | undefined> {
  for (const draft of await draftsOf(config.keyFile)) {
    // It may be half a key.
    const key = await readKeyFile(draft, warn).catch(() => undefined);
    if (key === undefined || !(await opens(key))) continue;
    await place(draft, config.keyFile);
    return loadMasterKey(config, warn);
  }
  return undefined;
}

/** Whether there is a key, valid or not. */
export const hasMasterKey = ({ masterKey, keyFile }: KeyConfig): boolean =>
  masterKey !== undefined || existsSync(keyFile);

/** @param source for the message @throws ConfigError it is no key */
export function decodeMasterKey(text: string, source: string): Uint8Array {
  const bytes = readBase64(text.trim());
  if (bytes?.length !== KEY_BYTES)
    throw new ConfigError(`${source}: expected base64 of exactly ${KEY_BYTES} bytes`);
  return bytes;
}

async function readKeyFile(path: string, warn: Warn): Promise<Uint8Array | undefined> {
  try {
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      warn(`the key file ${path} can be read by others: chmod 600 it`);
    return decodeMasterKey((await readRegular(path, KEY_FILE_BYTES)).toString('utf8'), path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`the key file ${path} cannot be read: ${String(error)}`);
  }
}

/** Writes a key whole to the disk, under a name of its own. */
async function writeDraft(path: string, key: Uint8Array): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  const text = `${Buffer.from(key).toString('base64')}\n`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    giveToOwner(draft);
    await syncFolderOf(path);
    return draft;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Gives a draft its place, never over another file: a process that was faster keeps its own. */
async function place(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path).catch((error: unknown) => {
      // The other may have removed this draft.
      if (!hasCode(error, 'EEXIST', 'ENOENT')) throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolderOf(path);
}

async function syncFolderOf(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Paths of what `writeDraft` wrote, by killed processes or others. */
async function draftsOf(path: string): Promise<readonly string[]> {
  const start = `${basename(path)}.`;
  // A folder of secrets need not let itself be listed.
  const entries = await readdir(dirname(path), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.startsWith(start))
    .filter(({ name }) => UUID.test(name.slice(start.length)))
    .map(({ name }) => join(dirname(path), name));
}

/** Beside the key file, none is needed, even if it is just being written. */
async function removeDrafts(path: string, warn: Warn): Promise<void> {
  for (const draft of await draftsOf(path))
    await unlink(draft).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT'))
        warn(`${draft} is a master key's draft and cannot be removed: delete it`);
    });
}

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');
