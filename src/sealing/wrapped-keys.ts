/** Key-encryption keys as the database keeps them: each wrapped by the master key. */
import type { Kysely } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import { decrypt, deriveKey } from './cipher.ts';
import { SealBroken } from './key-ring.ts';

export type KeyRow = Pick<Schema['key_encryption_keys'], 'id' | 'generation' | 'wrapped'>;

/** The key that wraps others. */
export const wrappingKey = (master: Uint8Array): Uint8Array => deriveKey(master, 'master');

/**
 * Part of the wrapping of a key: it says which key is newer. Write access to the database is
 * therefore not enough to make a rotated-out key the newest.
 */
export const keyBinding = ({ id, generation }: Omit<KeyRow, 'wrapped'>): Buffer =>
  Buffer.from(`prosopon key-encryption key ${generation} ${id}`);

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
  try {
    for (const row of await db.selectFrom('key_encryption_keys').selectAll().execute())
      decrypt(wrapping, row.wrapped, keyBinding(row));
    return true;
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}
