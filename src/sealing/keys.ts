/** The key ring: key-encryption keys in SQL, each wrapped by the master key. */

import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../storage/database.ts';
import { findRow, insertRow } from '../storage/rows.ts';
import type { Schema, SealedColumns } from '../storage/schema.ts';
import { createBoundRows } from './bound-rows.ts';
import { decrypt, deriveKey, encrypt, KEY_BYTES } from './cipher.ts';
import { createClientCipher } from './client-cipher.ts';
import {
  type Binding,
  type Opener,
  type RewrapOptions,
  SealBroken,
  type Sealer,
} from './key-ring.ts';
import { type KeyConfig, loadMasterKey } from './master-key.ts';
import { masterKeyOf, requireMasterKey } from './master-key-of.ts';
import { type Keys, rewrapRows } from './rewrap.ts';
import { createRowSeal } from './row-seal.ts';
import { type KeyEncryptionKey, keyEncryptionKey, open, rewrapSeal, seal } from './seal.ts';
import { type KeyRow, keyBinding, newestKey, wrappingKey } from './wrapped-keys.ts';

/** Key-encryption keys of the database, unwrapped by the master key. */
export type KeyRing = Awaited<ReturnType<typeof openKeyRing>>;

/**
 * Opens the key ring. A new database gets its first key-encryption key.
 * @param warn receives a key file that was created, or that others can read
 * @throws ConfigError the master key is absent, unreadable, or of another database
 */
export async function openKeyRing(
  config: KeyConfig,
  database: Database,
  warn: (message: string) => void = console.warn,
) {
  const master = await masterKeyOf(config, database, warn);
  const wrapping = wrappingKey(master);
  const opened = new Map<string, KeyEncryptionKey>();

  const unwrapKey = (row: KeyRow): KeyEncryptionKey => {
    const name = keyBinding(row).toString();
    const known = opened.get(name);
    if (known !== undefined) return known;
    const secret = decrypt(wrapping, row.wrapped, keyBinding(row));
    const key = keyEncryptionKey(row.id, secret);
    secret.fill(0);
    opened.set(name, key);
    opened.set(row.id, key);
    return key;
  };

  const addKey = (onlyFirst: boolean) =>
    database.write(async (trx) => {
      const newest = await newestKey(trx);
      if (onlyFirst && newest !== undefined) return newest.id;
      const id = randomUUID();
      const secret = randomBytes(KEY_BYTES);
      const generation = (newest?.generation ?? 0) + 1;
      const wrapped = encrypt(wrapping, secret, keyBinding({ id, generation }));
      secret.fill(0);
      const created = new Date().toISOString();
      await insertRow(trx, 'key_encryption_keys', { id, generation, wrapped, created });
      return id;
    });

  const newestOpened = async (db: Kysely<Schema>): Promise<KeyEncryptionKey> => {
    const row = await newestKey(db);
    if (row === undefined) throw new SealBroken('the database has no key-encryption key');
    return unwrapKey(row);
  };

  const find = async (db: Kysely<Schema>, id: string): Promise<KeyEncryptionKey> => {
    const known = opened.get(id);
    if (known !== undefined) return known;
    const row = await findRow(db, 'key_encryption_keys', { id });
    if (row === undefined) throw new SealBroken(`there is no key-encryption key ${id}`);
    return unwrapKey(row);
  };

  /**
   * 32 bytes for another use, derived from the master key: equal for all processes of this
   * database, not stored in it, and unchanged by `rotate`.
   */
  const derive = (purpose: string): Uint8Array => derived(master, purpose);

  const clientCipher = createClientCipher(derive);
  const sealRow = (key: KeyEncryptionKey, binding: Binding, plain: Uint8Array) =>
    seal(key, binding, clientCipher.encrypt(binding, plain));
  const openRow = (key: KeyEncryptionKey, binding: Binding, sealed: SealedColumns) =>
    clientCipher.decrypt(binding, open(key, binding, sealed));
  const reseal: Keys['reseal'] = (from, to, binding, sealed) => {
    if (binding.client === undefined) return rewrapSeal(from, to, binding, sealed);
    const plain = openRow(from, binding, sealed);
    const resealed = sealRow(to, binding, plain);
    plain.fill(0);
    return resealed;
  };

  await addKey(true);
  await requireMasterKey(config, database.db);

  return {
    rows: createBoundRows(createRowSeal(derive)),
    /** A sealer with the newest key that the transaction `trx` sees. */
    async sealer(trx: Kysely<Schema>): Promise<Sealer> {
      const key = await newestOpened(trx);
      return { seal: (binding, plain) => sealRow(key, binding, plain) };
    },
    /** @throws SealBroken */
    async open(db: Kysely<Schema>, binding: Binding, sealed: SealedColumns): Promise<Buffer> {
      return openRow(await find(db, sealed.kek_id), binding, sealed);
    },
    /** Opens many rows at once: those sealed with these keys, by `kek_id`. */
    async opener(db: Kysely<Schema>, keyIds: Iterable<string>): Promise<Opener> {
      const keys = new Map<string, KeyEncryptionKey | SealBroken>();
      for (const id of new Set(keyIds)) keys.set(id, await find(db, id).catch(asResult));
      return {
        open(binding, sealed) {
          const key = keys.get(sealed.kek_id);
          if (key instanceof SealBroken) throw key;
          if (key === undefined) throw new TypeError(`an opener without key ${sealed.kek_id}`);
          return openRow(key, binding, sealed);
        },
      };
    },
    derive,
    /** Makes a new key for all further seals. Older keys still open. Returns its id. */
    rotate: () => addKey(false),
    /**
     * Seals every row of an older key by the newest, in batches, then erases the older keys. Other
     * processes may write meanwhile. It can be stopped and run again.
     */
    rewrap: (options: RewrapOptions = {}) =>
      rewrapRows(database, { newest: newestOpened, find, reseal }, options),
  };
}

/** A missing or broken key only concerns the rows it sealed. */
function asResult(error: unknown): SealBroken {
  if (error instanceof SealBroken) return error;
  throw error;
}

const derived = (master: Uint8Array, purpose: string) => deriveKey(master, `derived ${purpose}`);

/**
 * The result of `KeyRing.derive` before there is a database.
 * @throws ConfigError there is no master key
 */
export async function deriveFromMasterKey(
  config: KeyConfig,
  purpose: string,
  warn: (message: string) => void,
): Promise<Uint8Array> {
  return derived(await loadMasterKey(config, warn), purpose);
}
