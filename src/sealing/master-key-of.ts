/** Which master key a database has: the first, the present, or that of a restored backup. */
import type { Kysely } from 'kysely';
import { ConfigError } from '../config/config.ts';
import type { Database } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import {
  adoptMasterKey,
  createMasterKey,
  draftMasterKey,
  findMasterKey,
  type KeyConfig,
  loadMasterKey,
  masterKeySource,
  readMasterKey,
} from './master-key.ts';
import { newestKey, opensKeys } from './wrapped-keys.ts';

/** The master key; a new database gets one, and a restored one that which came with its rows. */
export async function masterKeyOf(
  config: KeyConfig,
  database: Database,
  warn: (message: string) => void,
): Promise<Uint8Array> {
  const known = await findMasterKey(config, warn);
  if (known !== undefined) return known;
  // Waits for a restore under way. On PostgreSQL, a restore tolerates no connection of a service.
  const created = await database.write(async (trx) =>
    (await newestKey(trx)) === undefined ? createMasterKey(config, warn) : undefined,
  );
  return (
    created ??
    (await adoptMasterKey(config, (key) => opensKeys(key, database.db), warn)) ??
    loadMasterKey(config, warn)
  );
}

/** @throws ConfigError the master key is absent, or not the one that wrapped the keys of the database */
export async function requireMasterKey(config: KeyConfig, db: Kysely<Schema>): Promise<void> {
  const master = await loadMasterKey(config, () => undefined);
  if (await opensKeys(master, db)) return;
  throw new ConfigError(
    `${masterKeySource(config)} is not the master key this database was sealed with`,
  );
}

/**
 * As `requireMasterKey`, of rows to be committed that come with their master key. If there is none,
 * the next `masterKeyOf` puts it in place; without that commit, it never seals anything here.
 * @param text base64
 */
export async function takeMasterKey(
  config: KeyConfig,
  db: Kysely<Schema>,
  text: string,
): Promise<void> {
  const key = readMasterKey(text);
  const known = await findMasterKey(config, () => undefined);
  if (!Buffer.from(known ?? key).equals(key) || !(await opensKeys(key, db)))
    throw new ConfigError(`${masterKeySource(config)} is not the master key of the backup`);
  if (known === undefined) await draftMasterKey(config, key);
}
