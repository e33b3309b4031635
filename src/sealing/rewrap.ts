/** Moves sealed rows to the newest key-encryption key, and erases unused keys. */

import { setImmediate as otherWork } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { noneIf } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import { WriteConflict } from '../storage/retry.ts';
import { type Schema, type SealedColumns, TABLES } from '../storage/schema.ts';
import { keyOf } from '../storage/tables/table.ts';
import { type Binding, type RewrapOptions, type RewrapReport, SealBroken } from './key-ring.ts';
import type { KeyEncryptionKey } from './seal.ts';
import { batchOf, bindingOf, SEALED_TABLES, type SealedTable } from './sealed-tables.ts';

export interface Keys {
  newest(db: Kysely<Schema>): Promise<KeyEncryptionKey>;
  find(db: Kysely<Schema>, id: string): Promise<KeyEncryptionKey>;
  /** The row under the key `to`. @throws SealBroken */
  reseal(
    from: KeyEncryptionKey,
    to: KeyEncryptionKey,
    binding: Binding,
    sealed: SealedColumns,
  ): SealedColumns;
}

type Row = SealedColumns & Record<string, unknown>;

/** Primary key of the last row of a batch. The next batch begins after it. */
type Cursor = readonly unknown[];

interface Batch {
  readonly rewrapped: number;
  readonly corrupted: number;
  readonly next: Cursor | undefined;
}

/**
 * Biometric data are encrypted anew. Other rows keep their data keys, so only the wrapping of these
 * and the signature are written, not the bodies.
 */
export async function rewrapRows(
  database: Database,
  keys: Keys,
  { onProgress, signal }: RewrapOptions,
): Promise<RewrapReport> {
  const total = await countOld(database, keys);
  let rewrapped = 0;
  let corrupted = 0;
  for (const table of SEALED_TABLES)
    for (let after: Cursor | undefined = []; after !== undefined; ) {
      // SQLite answers synchronously, so give the event loop a turn.
      await otherWork();
      signal?.throwIfAborted();
      const batch: Batch = await rewrapBatch(database, keys, table, after);
      rewrapped += batch.rewrapped;
      corrupted += batch.corrupted;
      after = batch.next;
      onProgress?.(rewrapped + corrupted, Math.max(total, rewrapped + corrupted));
    }
  const erasedKeys = await eraseUnused(database, keys);
  await database.scrub();
  return { rewrapped, corrupted, erasedKeys };
}

function rewrapBatch(
  database: Database,
  keys: Keys,
  name: SealedTable,
  after: Cursor,
): Promise<Batch> {
  const table = sql.table(name);
  const columns = keyOf(TABLES[name]);
  const key = sql.join(columns.map((column) => sql.ref(column)));
  return database.write(async (trx) => {
    const newest = await keys.newest(trx);
    const beyond = after.length === 0 ? sql`true` : sql`(${key}) > (${sql.join(after)})`;
    const { rows } = await sql<Row>`select * from ${table}
      where kek_id <> ${newest.id} and ${beyond}
      order by ${key} limit ${sql.lit(batchOf(name))}`.execute(trx);
    let corrupted = 0;
    for (const row of rows) {
      const changed = await rewrapRow(trx, keys, newest, name, row);
      if (changed === undefined) {
        corrupted++;
        continue;
      }
      const body = changed.body === row.body ? sql`` : sql`, body = ${changed.body}`;
      const { numAffectedRows } = await sql`update ${table} set kek_id = ${changed.kek_id},
        data_key = ${changed.data_key}, signature = ${changed.signature}${body}
        where (${key}) = (${sql.join(columns.map((column) => row[column]))})
        and signature = ${row.signature}`.execute(trx);
      if (numAffectedRows !== 1n) throw new WriteConflict('another writer changed the row');
    }
    const last = rows.at(-1);
    const more = last !== undefined && rows.length === batchOf(name);
    const next = more ? columns.map((column) => last[column]) : undefined;
    return { rewrapped: rows.length - corrupted, corrupted, next };
  });
}

/** The row under the newest key; undefined: it does not open. */
async function rewrapRow(
  trx: Kysely<Schema>,
  keys: Keys,
  newest: KeyEncryptionKey,
  table: SealedTable,
  row: Row,
): Promise<SealedColumns | undefined> {
  const binding = bindingOf(table, row as never);
  return keys
    .find(trx, row.kek_id)
    .then((key) => keys.reseal(key, newest, binding, row))
    .catch(noneIf(SealBroken));
}

async function countOld(database: Database, keys: Keys): Promise<number> {
  const newest = await keys.newest(database.db);
  let total = 0;
  for (const table of SEALED_TABLES) {
    const { rows } = await sql<{ n: number }>`select cast(count(*) as integer) as n
      from ${sql.table(table)} where kek_id <> ${newest.id}`.execute(database.db);
    total += rows[0]?.n ?? 0;
  }
  return total;
}

/** Deletes all but the newest key, except keys that rows still use. */
function eraseUnused(database: Database, keys: Keys): Promise<number> {
  return database.write(async (trx) => {
    const newest = await keys.newest(trx);
    const older = await trx
      .selectFrom('key_encryption_keys')
      .select('id')
      .where('id', '<>', newest.id)
      .execute();
    let erased = 0;
    for (const { id } of older) {
      if (await isUsed(trx, id)) continue;
      await trx.deleteFrom('key_encryption_keys').where('id', '=', id).execute();
      erased++;
    }
    return erased;
  });
}

/** Table by table: they may lie on different nodes. */
async function isUsed(trx: Kysely<Schema>, keyId: string): Promise<boolean> {
  for (const table of SEALED_TABLES) {
    const { rows } = await sql`select 1 from ${sql.table(table)}
      where kek_id = ${keyId} limit 1`.execute(trx);
    if (rows.length > 0) return true;
  }
  return false;
}
