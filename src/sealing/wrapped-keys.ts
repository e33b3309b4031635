/** Key-encryption keys as the database keeps them: each wrapped by the master key. */
import type { Kysely } from 'kysely';
import type { KeyEncryptionKeysTable, Schema } from '../storage/schema.ts';
import { bindRows, listRows } from './bind-older-rows.ts';
import { decrypt, deriveKey } from './cipher.ts';
import { SealBroken } from './key-ring.ts';

export type KeyRow = Pick<KeyEncryptionKeysTable, 'id' | 'generation' | 'wrapped'>;

/** The key that wraps others. */
export const wrappingKey = (master: Uint8Array): Uint8Array => deriveKey(master, 'master');

/**
 * Part of the wrapping of a key: it says that the rows of the database are bound and listed, and
 * which key is newer. Write access to the database is therefore not enough to pretend that rows are
 * still to be bound, or to make a rotated-out key the newest.
 */
export const boundDatabase = ({ id, generation }: Omit<KeyRow, 'wrapped'>): Buffer =>
  Buffer.from(`prosopon key-encryption key 4 ${generation} ${id}`);

/** How older releases wrapped keys, and what their rows lack. */
const OLDER = [
  { wrapping: 'prosopon key-encryption key 3', bind: undefined },
  { wrapping: 'prosopon key-encryption key 2', bind: listRows },
  { wrapping: 'prosopon key-encryption key', bind: bindRows },
] as const;

/** Keys of an older release's database. Among current keys such a one was planted: refused. */
export async function olderKeys(db: Kysely<Schema>, wrapping: Uint8Array) {
  const rows = await db
    .selectFrom('key_encryption_keys')
    .select(['id', 'generation', 'wrapped'])
    .execute();
  for (const { wrapping: name, bind } of OLDER) {
    const keys = rows.flatMap(({ id, generation, wrapped }) => {
      const secret = openOlder(wrapping, `${name} ${id}`, wrapped);
      return secret === undefined ? [] : [{ id, generation, secret }];
    });
    if (keys.length > 0 && keys.length === rows.length) return { keys, bind };
  }
  return { keys: [], bind: undefined };
}

function openOlder(wrapping: Uint8Array, name: string, wrapped: Uint8Array): Buffer | undefined {
  try {
    return decrypt(wrapping, wrapped, Buffer.from(name));
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}

export function newestKey(db: Kysely<Schema>) {
  return db
    .selectFrom('key_encryption_keys')
    .selectAll()
    .orderBy('generation', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether this master key wrapped the keys of the database. */
export async function opensKeys(master: Uint8Array, db: Kysely<Schema>): Promise<boolean> {
  const wrapping = wrappingKey(master);
  if ((await olderKeys(db, wrapping)).keys.length > 0) return true;
  try {
    for (const row of await db.selectFrom('key_encryption_keys').selectAll().execute())
      decrypt(wrapping, row.wrapped, boundDatabase(row));
    return true;
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}
