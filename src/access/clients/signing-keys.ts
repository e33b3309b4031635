/** Signing keys of clients: random, sealed in SQL. During rotation several are valid at once. */

import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { noneIf } from '../../errors.ts';
import { SealBroken } from '../../sealing/key-ring.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import { bindingOf } from '../../sealing/sealed-tables.ts';
import { deleteRows } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { SIGNING_KEY_BYTES } from '../service-keys.ts';

/** Adds a key to the client, by default a new one. Returns it in base64. */
export async function addSigningKey(
  trx: Transaction<Schema>,
  keyRing: KeyRing,
  clientId: string,
  secret: Uint8Array = randomBytes(SIGNING_KEY_BYTES),
) {
  const row = { id: randomUUID(), client_id: clientId, created: new Date().toISOString() };
  const sealed = (await keyRing.sealer(trx)).seal(bindingOf('client_keys', row), secret);
  await keyRing.rows.insert(trx, 'client_keys', { ...row, expires: null, ...sealed });
  return { key: Buffer.from(secret).toString('base64'), keyId: row.id };
}

/** Ends all keys of the client at `end`, unless they end sooner. */
export async function expireSigningKeys(
  trx: Transaction<Schema>,
  { rows }: KeyRing,
  clientId: string,
  end: Date,
): Promise<void> {
  const expires = end.toISOString();
  for (const row of rows.filterValid('client_keys', await keyRows(trx, clientId)))
    if (row.expires === null || row.expires > expires)
      await rows.update(trx, 'client_keys', row, { expires });
}

/** Ends a key at once. False: the client has no such key. */
export const endSigningKey = async (
  trx: Transaction<Schema>,
  clientId: string,
  keyId: string,
): Promise<boolean> =>
  (await deleteRows(trx, 'client_keys', { client_id: clientId, id: keyId })) > 0;

/** Creation and end of each valid key, newest first. */
export async function signingKeyTimes(db: Kysely<Schema>, { rows }: KeyRing, clientId: string) {
  const now = new Date().toISOString();
  const valid = rows.filterValid('client_keys', await keyRows(db, clientId));
  return valid
    .filter(({ expires }) => expires === null || expires > now)
    .toSorted((a, b) => (a.created < b.created ? 1 : -1))
    .map(({ id, created, expires }) => ({
      keyId: id,
      created: new Date(created),
      ends: expires === null ? null : new Date(expires),
    }));
}

const keyRows = (db: Kysely<Schema>, clientId: string) =>
  db.selectFrom('client_keys').selectAll().where('client_id', '=', clientId).execute();

/** Valid keys, newest first. Leaves out keys that do not open. */
export async function activeSigningKeys(
  db: Kysely<Schema>,
  keyRing: KeyRing,
  clientId: string,
): Promise<readonly Uint8Array[]> {
  const now = new Date().toISOString();
  const rows = await db
    .selectFrom('client_keys')
    .selectAll()
    .where('client_id', '=', clientId)
    .where((where) => where.or([where('expires', 'is', null), where('expires', '>', now)]))
    .orderBy('created', 'desc')
    .orderBy('id')
    .execute();
  const keys: Uint8Array[] = [];
  for (const row of keyRing.rows.filterValid('client_keys', rows)) {
    const key = await keyRing
      .open(db, bindingOf('client_keys', row), row)
      .catch(noneIf(SealBroken));
    if (key !== undefined) keys.push(key);
  }
  return keys;
}
