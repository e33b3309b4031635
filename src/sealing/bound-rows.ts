/** Writes rows with their seals. Refuses rows whose seals are invalid, and those that have expired. */

import type { Kysely, Transaction } from 'kysely';
import { RecordRefused } from '../errors.ts';
import { WriteConflict } from '../storage/retry.ts';
import { type Columns, insertRow, updateRows } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import { type BoundTable, endOf, keyOfRow, keyText } from './bound-tables.ts';
import type { BoundRow, RefusedRow } from './key-ring.ts';
import type { RowSeal } from './row-seal.ts';

/**
 * HMAC-SHA-256 over table, columns and values, under a key outside the database. `row` must always
 * be a whole row, as it was read. An older copy of a row, put back, is valid until it expires.
 */
export function createBoundRows(seals: RowSeal) {
  const listeners = new Set<(row: RefusedRow) => void>();
  /** Whether the row is as the service wrote it. Reports a row that is not. */
  const isSealed = <T extends BoundTable>(table: T, row: Schema[T]): boolean => {
    if (seals.holds(table, row)) return true;
    for (const listener of listeners) listener({ table, key: keyText(table, row) });
    return false;
  };
  const hasExpired = <T extends BoundTable>(table: T, row: Schema[T]): boolean => {
    const end = endOf(table, row);
    return end !== undefined && end <= new Date().toISOString();
  };

  /** @throws RecordRefused the row was changed */
  const requireValid = <T extends BoundTable>(table: T, row: Schema[T]): Schema[T] => {
    if (isSealed(table, row)) return row;
    throw new RecordRefused(`${table} ${keyText(table, row)}`);
  };

  /** The row. Undefined: there is none, it has expired, or it was changed. */
  const findValid = <T extends BoundTable>(
    table: T,
    row: Schema[T] | undefined,
  ): Schema[T] | undefined =>
    row !== undefined && !hasExpired(table, row) && isSealed(table, row) ? row : undefined;

  return {
    requireValid,
    findValid,

    /** The rows that have neither expired nor been changed. */
    filterValid: <T extends BoundTable>(table: T, rows: readonly Schema[T][]): Schema[T][] =>
      rows.filter((row) => findValid(table, row) !== undefined),

    /** Receives every refused row. */
    onRefused: (listener: (row: RefusedRow) => void) => void listeners.add(listener),

    async insert<T extends BoundTable>(trx: Kysely<Schema>, table: T, row: BoundRow<T>) {
      const sealed = { ...row, seal: seals.of(table, row) };
      await insertRow(trx, table, sealed as unknown as Schema[T]);
    },

    /** Compares and swaps on the seal. @throws RecordRefused, WriteConflict */
    async update<T extends BoundTable>(
      trx: Transaction<Schema>,
      table: T,
      row: Schema[T],
      change: Partial<BoundRow<T>>,
    ) {
      const asRead = { ...keyOfRow(table, row), seal: requireValid(table, row).seal };
      const set = { ...change, seal: seals.of(table, { ...row, ...change }) };
      const changed = await updateRows(
        trx,
        table,
        asRead as Columns<T>,
        set as unknown as Partial<Schema[T]>,
      );
      if (changed !== 1) throw new WriteConflict(`another writer changed a row of ${table}`);
    },
  };
}
