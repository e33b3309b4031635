/**
 * Binds the rows of an older release's database: its content is trusted once. Afterwards, unsealed
 * and unlisted rows are not used.
 */

import { type SqlBool, sql, type Transaction } from 'kysely';
import { insertRow } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import { type AnyRow, BOUND_TABLES, type BoundTable, isBoundTable } from './bound-tables.ts';
import { CLASSES, type ClassRevision, createRevisionSeal, sumOfClass } from './classes.ts';
import { createLiveRows, type LiveRows } from './live-rows.ts';
import { createRowSeal, type RowSeal } from './row-seal.ts';
import { BCID } from './sealed-tables.ts';
import { createSetSums, EMPTY_SUM, join, type SetSums } from './set-sums.ts';

const PAGE = 500;

type Derive = (purpose: string) => Uint8Array;

/** Seals the rows of a release that sealed none, and records the revision of every template. */
export async function bindRows(trx: Transaction<Schema>, derive: Derive): Promise<void> {
  await sql`update users set totp_created = (select t.created from user_totp as t
    where t.user_id = users.id and t.confirmed = 1)`.execute(trx);
  await bindTables(trx, derive, () => true);
  await bindClasses(trx, createRevisionSeal(derive), createSetSums(derive));
}

/** Tables whose rows were still unsealed in releases that sealed other rows. */
const SEALED_LATER: ReadonlySet<BoundTable> = new Set(['oauth_records', 'task_tokens']);

/** Lists the rows of a release that sealed them without listing those in force. */
export const listRows = (trx: Transaction<Schema>, derive: Derive): Promise<void> =>
  bindTables(trx, derive, (table) => SEALED_LATER.has(table));

async function bindTables(
  trx: Transaction<Schema>,
  derive: Derive,
  isUnsealed: (table: BoundTable) => boolean,
): Promise<void> {
  const seals = createRowSeal(derive);
  const live = createLiveRows(derive);
  await forgetBrokenResults(trx, seals);
  for (const table of Object.keys(BOUND_TABLES).filter(isBoundTable))
    await bindTable(trx, seals, live, table, isUnsealed(table));
}

async function bindTable(
  trx: Transaction<Schema>,
  seals: RowSeal,
  live: LiveRows,
  table: BoundTable,
  unsealed: boolean,
): Promise<void> {
  const { key } = BOUND_TABLES[table];
  let page: { readonly row: AnyRow; readonly seal: Uint8Array }[] = [];
  for await (const row of rowsOf<AnyRow>(trx, table, key)) {
    if (!unsealed && !seals.holds(table, row)) continue;
    const seal = seals.of(table, row);
    if (unsealed)
      await sql`update ${sql.table(table)} set seal = ${seal}
        where (${columns(key)}) = (${sql.join(key.map((name) => row[name]))})`.execute(trx);
    page.push({ row, seal });
    if (page.length < PAGE) continue;
    await live.change(trx, table, page);
    page = [];
  }
  await live.change(trx, table, page);
}

/** Clears forged task results: only the results of tokens were sealed, and they admit callers. */
async function forgetBrokenResults(trx: Transaction<Schema>, seals: RowSeal): Promise<void> {
  for await (const row of rowsOf<Schema['task_tokens']>(trx, 'task_tokens', ['token_id'])) {
    const { token_id, result_attempt: result_try, result, seal } = row;
    if (seals.holds('task result', { token_id, result_try, result, seal })) continue;
    await trx
      .updateTable('task_tokens')
      .set({ result: null, result_attempt: null })
      .where('token_id', '=', token_id)
      .execute();
  }
}

async function bindClasses(
  trx: Transaction<Schema>,
  sealOf: (revision: ClassRevision) => Buffer,
  sums: SetSums,
) {
  const totals = new Map<string, Buffer>();
  await trx.deleteFrom(CLASSES).execute();
  for await (const entry of revisionsOf(trx)) {
    const seal = sealOf(entry);
    await insertRow(trx, CLASSES, { ...entry, seal });
    const name = sumOfClass(entry);
    totals.set(name, join(totals.get(name) ?? EMPTY_SUM.sum, sums.element(seal)));
  }
  for (const [name, sum] of totals) await sums.set(trx, name, sum);
}

/** What templates say of their revisions, without their sealed bodies. */
export const revisionsOf = (trx: Pick<Transaction<Schema>, 'getExecutor'>) =>
  rowsOf<ClassRevision>(trx, 'templates', BCID, ['storage', 'partition', 'class_id', 'revision']);

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** All rows in the order of their primary key. @param wanted columns; absent: all of them */
export async function* rowsOf<R extends object>(
  trx: Pick<Transaction<Schema>, 'getExecutor'>,
  table: string,
  key: readonly string[],
  wanted?: readonly (keyof R & string)[],
): AsyncGenerator<R> {
  const selected = wanted === undefined ? sql`*` : columns(wanted);
  for (let last: R | undefined, first = true; first || last !== undefined; first = false) {
    const at = last as AnyRow | undefined;
    const beyond =
      at === undefined
        ? sql<SqlBool>`1 = 1`
        : sql<SqlBool>`(${columns(key)}) > (${sql.join(key.map((name) => at[name]))})`;
    const { rows } = await sql<R>`select ${selected} from ${sql.table(table)} where ${beyond}
      order by ${columns(key)} limit ${sql.lit(PAGE)}`.execute(trx);
    yield* rows;
    last = rows.length === PAGE ? rows.at(-1) : undefined;
  }
}
