/**
 * Binds the rows of a database that an older release made: what is in it then is believed, once.
 * From then on a row without a seal is not used.
 */

import { type SqlBool, sql, type Transaction } from 'kysely';
import { insertRow } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import { type AnyRow, BOUND_TABLES, type BoundTable, isBoundTable } from './bound-tables.ts';
import { CLASSES, type ClassRevision, createRevisionSeal, sumOfClass } from './classes.ts';
import { createRowSeal, type RowSeal } from './row-seal.ts';
import { BCID } from './sealed-tables.ts';
import { createSetSums, EMPTY_SUM, join, type SetSums } from './set-sums.ts';

const PAGE = 500;

/** Seals every row, and notes the revision of every template. */
export async function bindRows(
  trx: Transaction<Schema>,
  derive: (purpose: string) => Uint8Array,
): Promise<void> {
  const seals = createRowSeal(derive);
  const sums = createSetSums(derive);
  await sql`update users set totp_created = (select t.created from user_totp as t
    where t.user_id = users.id and t.confirmed = 1)`.execute(trx);
  for (const table of Object.keys(BOUND_TABLES).filter(isBoundTable))
    await bindTable(trx, seals, sums, table);
  await bindClasses(trx, createRevisionSeal(derive), sums);
}

async function bindTable(
  trx: Transaction<Schema>,
  seals: RowSeal,
  sums: SetSums,
  table: BoundTable,
): Promise<void> {
  const { key, counted } = BOUND_TABLES[table];
  let { sum } = EMPTY_SUM;
  for await (const row of rowsOf<AnyRow>(trx, table, key)) {
    const seal = seals.of(table, row);
    await sql`update ${sql.table(table)} set seal = ${seal}
      where (${columns(key)}) = (${sql.join(key.map((name) => row[name]))})`.execute(trx);
    sum = join(sum, sums.element(seal));
  }
  if (counted) await sums.set(trx, table, sum);
}

async function bindClasses(
  trx: Transaction<Schema>,
  sealOf: (revision: ClassRevision) => Buffer,
  sums: SetSums,
) {
  const totals = new Map<string, Buffer>();
  await trx.deleteFrom(CLASSES).execute();
  for await (const row of rowsOf<ClassRevision>(trx, 'templates', BCID)) {
    const { storage, partition, class_id, revision } = row;
    const entry = { storage, partition, class_id, revision };
    const seal = sealOf(entry);
    await insertRow(trx, CLASSES, { ...entry, seal });
    const name = sumOfClass(entry);
    totals.set(name, join(totals.get(name) ?? EMPTY_SUM.sum, sums.element(seal)));
  }
  for (const [name, sum] of totals) await sums.set(trx, name, sum);
}

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** All rows in the order of their primary key. */
export async function* rowsOf<R extends object>(
  trx: Pick<Transaction<Schema>, 'getExecutor'>,
  table: string,
  key: readonly string[],
): AsyncGenerator<R> {
  for (let last: R | undefined, first = true; first || last !== undefined; first = false) {
    const at = last as AnyRow | undefined;
    const beyond =
      at === undefined
        ? sql<SqlBool>`1 = 1`
        : sql<SqlBool>`(${columns(key)}) > (${sql.join(key.map((name) => at[name]))})`;
    const { rows } = await sql<R>`select * from ${sql.table(table)} where ${beyond}
      order by ${columns(key)} limit ${sql.lit(PAGE)}`.execute(trx);
    yield* rows;
    last = rows.length === PAGE ? rows.at(-1) : undefined;
  }
}
