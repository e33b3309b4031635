/** Verifies the seal of every bound row, and every template against its revision. */

import type { Kysely } from 'kysely';
import { bcidText } from '../bcid.ts';
import { bcidOfRow } from '../storage/class-key.ts';
import type { Database } from '../storage/database.ts';
import { inSnapshot } from '../storage/in-snapshot.ts';
import { allRows } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import { BOUND_TABLES, keyText } from './bound-tables.ts';
import { CLASSES, type ClassRevision, createClassRevisions } from './classes.ts';
import { SealBroken } from './key-ring.ts';
import { createRowSeal } from './row-seal.ts';
import { BCID } from './sealed-tables.ts';

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

/** Verifies the state of one moment. Others may write meanwhile. */
export function verifyRows(
  database: Database,
  derive: (purpose: string) => Uint8Array,
): Promise<RowsReport> {
  return inSnapshot(database, (db) => verify(db, derive));
}

async function verify(db: Kysely<Schema>, derive: (purpose: string) => Uint8Array) {
  const faults: RowsFault[] = [];
  const report = (fault: RowsFault) => {
    if (faults.length < MOST_FAULTS) faults.push(fault);
  };
  let rows = await verifyTables(db, derive, report);
  for await (const fault of secondFactorFaults(db)) report(fault);
  for await (const fault of passkeyFaults(db)) report(fault);
  rows += await verifyClasses(db, derive, report);
  return { rows, faults };
}

/** Checks rows against their seals. */
async function verifyTables(
  db: Kysely<Schema>,
  derive: (purpose: string) => Uint8Array,
  report: (fault: RowsFault) => void,
): Promise<number> {
  const seals = createRowSeal(derive);
  let rows = 0;
  for (const table of BOUND_TABLES)
    for await (const row of allRows(db, table)) {
      rows++;
      if (!seals.holds(table, row))
        report({ table, key: keyText(table, row), message: 'the row was changed' });
    }
  return rows;
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

/** Checks templates against the revisions of their classes. */
async function verifyClasses(
  db: Kysely<Schema>,
  derive: (purpose: string) => Uint8Array,
  report: (fault: RowsFault) => void,
): Promise<number> {
  const classes = createClassRevisions(derive);
  const revisions = new Map<string, Schema['template_revisions']>();
  for await (const row of allRows(db, CLASSES)) revisions.set(bcidText(bcidOfRow(row)), row);
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
  return rows;
}

/** What templates say of their revisions, without their sealed bodies. */
const revisionsOf = (db: Kysely<Schema>): AsyncIterable<ClassRevision> =>
  allRows(db, 'templates', [...BCID, 'revision']);
