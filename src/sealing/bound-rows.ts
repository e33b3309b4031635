/** Writes rows with their seals. Refuses rows that have ended, or whose seals are invalid. */

import { type Expression, type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import { noneIf, RecordRefused } from '../errors.ts';
import { WriteConflict } from '../storage/retry.ts';
import { type Columns, equal, insertRow, updateRows } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import { type AnyRow, BOUND_TABLES, type BoundTable, keyText } from './bound-tables.ts';
import { type BoundRow, type RefusedRow, SealBroken } from './key-ring.ts';
import type { LiveRows } from './live-rows.ts';
import type { RowSeal } from './row-seal.ts';

/** A row, and the list that should contain it, read at one moment. */
type Listed<T extends BoundTable> = Schema[T] & {
  readonly live_changes: number | null;
  readonly live_body: Uint8Array | null;
};

/**
 * HMAC-SHA-256 over table, columns and values, under a key outside the database. `row` must always
 * be a whole row, as it was read.
 */
export function createBoundRows(seals: RowSeal, live: LiveRows) {
  const listeners = new Set<(row: RefusedRow) => void>();
  const refused = (table: BoundTable, row: object): RecordRefused => {
    const key = keyText(table, row);
    for (const listener of listeners) listener({ table, key });
    return new RecordRefused(`${table} ${key}`);
  };
  const isListed = <T extends BoundTable>(
    table: T,
    row: Schema[T],
    ...list: Parameters<LiveRows['open']>
  ): boolean => {
    try {
      return row.seal !== null && live.lists(live.open(...list), table, row, row.seal);
    } catch (error) {
      if (error instanceof SealBroken) return false;
      throw error;
    }
  };

  /**
   * The current row. Undefined: it has ended since it was read.
   * @throws RecordRefused it was changed, or put back
   */
  const checked = async <T extends BoundTable>(
    db: Kysely<Schema>,
    table: T,
    row: Schema[T],
  ): Promise<Schema[T] | undefined> => {
    if (!seals.holds(table, row)) throw refused(table, row);
    const name = live.nameOf(table, row);
    // On PostgreSQL, a writer may commit and be known before the answer arrives.
    const least = live.seenOf(name);
    const list = (column: 'changes' | 'body') =>
      sql`(select ${sql.ref(column)} from live_rows where live_rows.name = ${name})`;
    const { rows } = await sql<Listed<T>>`select ${sql.table(table)}.*,
      ${list('changes')} as live_changes, ${list('body')} as live_body
      from ${sql.table(table)} where ${equal(keyOf(table, row))}`.execute(db);
    const [found] = rows;
    if (found === undefined) return undefined;
    const { live_changes: changes, live_body: body, ...now } = found;
    const current = now as unknown as Schema[T];
    const listed = changes === null || body === null ? undefined : { changes, body };
    if (seals.holds(table, current) && isListed(table, current, name, listed, least))
      return current;
    throw refused(table, row);
  };

  const end = async (
    trx: Transaction<Schema>,
    table: BoundTable,
    condition: Expression<SqlBool>,
  ): Promise<number> => {
    const { rows } = await sql<AnyRow>`delete from ${sql.table(table)}
      where ${condition} returning *`.execute(trx);
    const ended = rows.map((row) => ({ row, forged: !seals.holds(table, row) }));
    await live.change(trx, table, ended);
    return rows.length;
  };

  return {
    checked,

    /** The current row. Undefined: it has ended, was changed, or put back. */
    inForce: <T extends BoundTable>(db: Kysely<Schema>, table: T, row: Schema[T]) =>
      checked(db, table, row).catch(noneIf(RecordRefused)),

    /** The rows that are in force. */
    async sound<T extends BoundTable>(
      db: Kysely<Schema>,
      table: T,
      rows: readonly Schema[T][],
    ): Promise<Schema[T][]> {
      if (rows.length === 0) return [];
      const names = [...new Set(rows.map((row) => live.nameOf(table, row)))];
      const lists = await db
        .selectFrom('live_rows')
        .selectAll()
        .where('name', 'in', names)
        .execute();
      const byName = new Map(lists.map((list) => [list.name, list]));
      const found: Schema[T][] = [];
      for (const row of rows) {
        const name = live.nameOf(table, row);
        const known = seals.holds(table, row) && isListed(table, row, name, byName.get(name));
        // The row may have been written between the two reads.
        const now = known ? row : await this.inForce(db, table, row);
        if (now !== undefined) found.push(now);
      }
      return found;
    },

    /** Receives every refused row. */
    onRefused: (listener: (row: RefusedRow) => void) => void listeners.add(listener),

    async insert<T extends BoundTable>(trx: Transaction<Schema>, table: T, row: BoundRow<T>) {
      const seal = seals.of(table, row);
      await insertRow(trx, table, { ...row, seal } as unknown as Schema[T]);
      await live.change(trx, table, [{ row, seal }]);
    },

    /** @throws RecordRefused a row of that key existed, or may have, and something else removed it */
    async insertFirst<T extends BoundTable>(trx: Transaction<Schema>, table: T, row: BoundRow<T>) {
      if (await live.knows(trx, table, row)) throw refused(table, row);
      await this.insert(trx, table, row);
    },

    /** Compares and swaps on the seal. @throws RecordRefused, WriteConflict */
    async update<T extends BoundTable>(
      trx: Transaction<Schema>,
      table: T,
      row: Schema[T],
      change: Partial<BoundRow<T>>,
    ) {
      const old = await checked(trx, table, row);
      const seal = seals.of(table, { ...row, ...change });
      const asRead = { ...keyOf(table, row), seal: row.seal } as Columns<T>;
      const set = { ...change, seal } as unknown as Partial<Schema[T]>;
      if (old === undefined || (await updateRows(trx, table, asRead, set)) !== 1)
        throw new WriteConflict(`another writer changed a row of ${table}`);
      await live.change(trx, table, [{ row, seal }]);
    },

    async delete<T extends BoundTable>(trx: Transaction<Schema>, table: T, row: Schema[T]) {
      await end(trx, table, sql<SqlBool>`${equal(keyOf(table, row))}`);
    },

    /** Deletes all rows with these values, even if their seals are invalid. Returns how many. */
    deleteAll: <T extends BoundTable>(
      trx: Transaction<Schema>,
      table: T,
      columns: Partial<BoundRow<T>>,
    ) => end(trx, table, sql<SqlBool>`${equal(columns)}`),

    /** Deletes all rows that meet the condition. */
    deleteWhere: end,
  };
}

const keyOf = <T extends BoundTable>(table: T, row: object) =>
  Object.fromEntries(
    BOUND_TABLES[table].key.map((name) => [name, (row as AnyRow)[name]]),
  ) as Columns<T>;
