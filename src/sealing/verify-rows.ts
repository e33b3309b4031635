/** Verifies everything that is bound. Reports what was changed, removed or put back. */

import { type Kysely, type SqlBool, sql } from 'kysely';
import { bcidText } from '../bcid.ts';
import { bcidOfRow } from '../storage/class-key.ts';
import type { Database } from '../storage/database.ts';
import { atOneMoment } from '../storage/one-moment.ts';
import type { Schema, TemplateRevisionsTable } from '../storage/schema.ts';
import { type AnyRow, BOUND_TABLES, isBoundTable, keyText } from './bound-tables.ts';
import {
  CLASS_SUMS,
  CLASSES,
  type ClassRevision,
  classSum,
  createClassRevisions,
  sumOfClass,
} from './classes.ts';
import { SealBroken } from './key-ring.ts';
import { createLiveRows } from './live-rows.ts';
import { createRowSeal } from './row-seal.ts';
import { BCID } from './sealed-tables.ts';
import { createSetSums, EMPTY_SUM, join, type SetSums } from './set-sums.ts';

export interface RowsFault {
  readonly table: string;
  /** Of the row. Undefined: the fault concerns the table as a whole. */
  readonly key?: string;
  readonly message: string;
}

export interface RowsReport {
  /** Rows that were checked. */
  readonly rows: number;
  /** The first faults. */
  readonly faults: readonly RowsFault[];
}

const MOST_FAULTS = 100;
const SET_CHANGED = 'rows are missing, were added, or were put back as they once were';

/** Verifies the state of one moment. Others may write meanwhile. */
export function verifyRows(
  database: Database,
  derive: (purpose: string) => Uint8Array,
): Promise<RowsReport> {
  return atOneMoment(database, (db) => verify(db, derive));
}

async function verify(db: Kysely<Schema>, derive: (purpose: string) => Uint8Array) {
  const faults: RowsFault[] = [];
  const report = (fault: RowsFault) => {
    if (faults.length < MOST_FAULTS) faults.push(fault);
  };
  let rows = await verifyTables(db, derive, report);
  for await (const fault of secondFactorFaults(db)) report(fault);
  for await (const fault of passkeyFaults(db)) report(fault);
  rows += await verifyClasses(db, derive, createSetSums(derive), report);
  return { rows, faults };
}

/** Checks rows against their seals and the lists of rows in force. */
async function verifyTables(
  db: Kysely<Schema>,
  derive: (purpose: string) => Uint8Array,
  report: (fault: RowsFault) => void,
): Promise<number> {
  const seals = createRowSeal(derive);
  const live = createLiveRows(derive);
  const lists = new Map((await live.all(db)).map((list) => [list.name, list.members]));
  let rows = 0;
  for (const table of Object.keys(BOUND_TABLES).filter(isBoundTable))
    for await (const row of rowsOf<AnyRow>(db, table, BOUND_TABLES[table].key)) {
      rows++;
      const listed = live.take(lists.get(live.nameOf(table, row)), table, row);
      const message = seals.holds(table, row) ? LISTED[listed] : 'the row was changed';
      if (message !== undefined) report({ table, key: keyText(table, row), message });
    }
  for (const [name, list] of lists)
    if (list === undefined)
      report({ table: 'live_rows', key: name, message: 'the list was changed' });
  const removed = Map.groupBy(
    [...lists].filter(([, list]) => list !== undefined && list.size > 0),
    ([name]) => name.split(' ')[0]!,
  );
  for (const [table, left] of removed) {
    const number = left.reduce((sum, [, list]) => sum + (list?.size ?? 0), 0);
    report({ table, message: number === 1 ? 'a row was removed' : `${number} rows were removed` });
  }
  return rows;
}

/** The fault of a row whose seal is valid. */
const LISTED = {
  yes: undefined,
  otherwise: 'an older copy of the row was put back',
  no: 'the row had ended, and was put back',
} as const;

async function isSum(db: Kysely<Schema>, sums: SetSums, name: string, sum: Buffer) {
  try {
    return ((await sums.read(db, name)) ?? EMPTY_SUM).sum.equals(sum);
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}

/** Users whose row says that they have a second factor, but which is missing. */
async function* secondFactorFaults(db: Kysely<Schema>): AsyncGenerator<RowsFault> {
  const users = await db
    .selectFrom('users')
    .leftJoin('user_totp', (on) =>
      on
        .onRef('user_totp.user_id', '=', 'users.id')
        .onRef('user_totp.created', '=', 'users.totp_created')
        .on('user_totp.confirmed', '=', 1),
    )
    .select('users.id')
    .where('users.totp_created', 'is not', null)
    .where('user_totp.user_id', 'is', null)
    .execute();
  for (const { id } of users)
    yield { table: 'user_totp', key: id, message: 'the second factor in force is missing' };
}

/** Users whose row counts other passkeys than there are. */
async function* passkeyFaults(db: Kysely<Schema>): AsyncGenerator<RowsFault> {
  const users = await db
    .selectFrom('users')
    .leftJoin('user_passkeys', 'user_passkeys.user_id', 'users.id')
    .select(({ fn }) => ['users.id', 'users.passkeys', fn.count('user_passkeys.id').as('found')])
    .groupBy(['users.id', 'users.passkeys'])
    .execute();
  for (const { id, passkeys, found } of users)
    if (Number(found) !== (passkeys ?? 0))
      yield { table: 'user_passkeys', key: id, message: 'passkeys in force are missing' };
}

/** Checks revisions against templates, and both against the sum of the revisions. */
async function verifyClasses(
  db: Kysely<Schema>,
  derive: (purpose: string) => Uint8Array,
  sums: SetSums,
  report: (fault: RowsFault) => void,
): Promise<number> {
  const classes = createClassRevisions(derive);
  const found = new Map<string, Buffer>();
  const revisions = new Map<string, TemplateRevisionsTable>();
  for await (const row of rowsOf<TemplateRevisionsTable>(db, CLASSES, BCID)) {
    revisions.set(bcidText(bcidOfRow(row)), row);
    const name = sumOfClass(row);
    found.set(name, join(found.get(name) ?? EMPTY_SUM.sum, sums.element(row.seal)));
  }
  const rows = revisions.size;
  for await (const row of revisionsOf(db)) {
    const key = bcidText(bcidOfRow(row));
    const known = revisions.get(key);
    revisions.delete(key);
    try {
      classes.check({
        ...row,
        current: known?.revision ?? null,
        current_seal: known?.seal ?? null,
      });
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      report({ table: 'templates', key, message: error.message });
    }
  }
  for (const key of revisions.keys())
    report({ table: 'templates', key, message: 'the template was removed' });
  for (let part = 0; part < CLASS_SUMS; part++)
    if (!(await isSum(db, sums, classSum(part), found.get(classSum(part)) ?? EMPTY_SUM.sum)))
      report({ table: CLASSES, message: `${classSum(part)}: ${SET_CHANGED}` });
  return rows;
}

/** What templates say of their revisions, without their sealed bodies. */
const revisionsOf = (db: Kysely<Schema>) =>
  rowsOf<ClassRevision>(db, 'templates', BCID, [...BCID, 'revision']);

const PAGE = 500;

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** All rows in the order of their primary key. @param wanted columns; absent: all of them */
async function* rowsOf<R extends object>(
  db: Kysely<Schema>,
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
      order by ${columns(key)} limit ${sql.lit(PAGE)}`.execute(db);
    yield* rows;
    last = rows.length === PAGE ? rows.at(-1) : undefined;
  }
}
