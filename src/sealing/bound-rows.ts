/** Writes rows with their seals and refuses those whose seals do not hold. */

import { sql, type Transaction } from 'kysely';
import { RecordRefused } from '../errors.ts';
import { WriteConflict } from '../storage/retry.ts';
import { type Columns, deleteRows, equal, insertRow, updateRows } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import { type AnyRow, BOUND_TABLES, type BoundTable, keyText } from './bound-tables.ts';
import type { BoundRow, RefusedRow } from './key-ring.ts';
import type { RowSeal } from './row-seal.ts';
import type { SetSums } from './set-sums.ts';

/**
 * HMAC-SHA-256 over table, columns and values, under a key that is not in the database. `row` is
 * always a whole one, as it was read.
 */
export function createBoundRows(seals: RowSeal, sums: SetSums) {
  const listeners = new Set<(row: RefusedRow) => void>();

  /** Whether its seal holds. */
  const holds = <T extends BoundTable>(table: T, row: Schema[T]): boolean => {
    if (seals.holds(table, row)) return true;
    for (const listener of listeners) listener({ table, key: keyText(table, row) });
    return false;
  };
  /** The row, whose seal holds. @throws RecordRefused */
  const checked = <T extends BoundTable>(table: T, row: Schema[T]): Schema[T] => {
    if (holds(table, row)) return row;
    throw new RecordRefused(`${table} ${keyText(table, row)}`);
  };
  const count = async (trx: Transaction<Schema>, table: BoundTable, seals: readonly unknown[]) => {
    if (!BOUND_TABLES[table].counted) return;
    const elements = seals
      .filter((seal) => seal instanceof Uint8Array)
      .map((seal) => sums.element(seal));
    await sums.change(trx, table, elements);
  };

  return {
    checked,
    holds,
    /** Those rows whose seals hold. */
    sound: <T extends BoundTable>(table: T, rows: readonly Schema[T][]) =>
      rows.filter((row) => holds(table, row)),
    /** Hears of every row that was refused. */
    onRefused: (listener: (row: RefusedRow) => void) => void listeners.add(listener),

    async insert<T extends BoundTable>(trx: Transaction<Schema>, table: T, row: BoundRow<T>) {
      const seal = seals.of(table, row);
      await insertRow(trx, table, { ...row, seal } as unknown as Schema[T]);
      await count(trx, table, [seal]);
    },

    /** Compares and swaps on the seal. @throws RecordRefused, WriteConflict */
    async update<T extends BoundTable>(
      trx: Transaction<Schema>,
      table: T,
      row: Schema[T],
      change: Partial<BoundRow<T>>,
    ) {
      const old: AnyRow = { ...(checked(table, row) as object) };
      const seal = seals.of(table, { ...old, ...change });
      const asRead = { ...keyOf(table, old), seal: old.seal } as Columns<T>;
      const set = { ...change, seal } as unknown as Partial<Schema[T]>;
      if ((await updateRows(trx, table, asRead, set)) !== 1)
        throw new WriteConflict(`another writer changed a row of ${table}`);
      await count(trx, table, [old.seal, seal]);
    },

    async delete<T extends BoundTable>(trx: Transaction<Schema>, table: T, row: Schema[T]) {
      if ((await deleteRows(trx, table, keyOf(table, { ...row }))) === 1)
        await count(trx, table, [row.seal]);
    },

    /** All rows whose columns are these, also where seals do not hold; returns how many. */
    async deleteAll<T extends BoundTable>(
      trx: Transaction<Schema>,
      table: T,
      columns: Partial<BoundRow<T>>,
    ) {
      const { rows } = await sql<{ seal: unknown }>`delete from ${sql.table(table)}
        where ${equal(columns)} returning seal`.execute(trx);
      const gone = rows.map(({ seal }) => seal);
      if (gone.length > 0) await count(trx, table, gone);
      return gone.length;
    },
  };
}

const keyOf = <T extends BoundTable>(table: T, row: AnyRow) =>
  Object.fromEntries(BOUND_TABLES[table].key.map((name) => [name, row[name]])) as Columns<T>;
