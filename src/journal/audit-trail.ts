/** The audit trail in SQL: appended to by many processes at once, read newest or oldest first. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';
import type { KeyRing } from '../sealing/keys.ts';
import type { Database } from '../storage/database.ts';
import { WriteConflict } from '../storage/retry.ts';
import { insertRow, updateRows } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import type {
  AuditEntry,
  AuditFilter,
  AuditPage,
  AuditRecord,
  VerifyAuditOptions,
} from './audit.ts';
import {
  type AuditChain,
  AuditTrailBroken,
  createAuditChain,
  GENESIS,
  type Mark,
  readMark,
  toEntry,
  toRow,
} from './audit-chain.ts';
import { textConditions } from './audit-filter.ts';
import { pruneAuditTrail } from './audit-retention.ts';
import { verifyAuditTrail } from './audit-verify.ts';
import { createWriteQueue } from './write-queue.ts';

const DEFAULT_LIMIT = 100;
const STREAM_PAGE = 500;

const BEFORE_ALL: Mark = { seq: 0n, hash: GENESIS };

/** The origin of the call behind an entry. Protocols know it, operations do not. */
const origins = new AsyncLocalStorage<string>();

/** Entries that are appended during `run` record that address. */
export const withOrigin = <R>(address: string, run: () => R): R => origins.run(address, run);

export type AuditTrail = ReturnType<typeof createAuditTrail>;

export function createAuditTrail(database: Database, keyRing: Pick<KeyRing, 'derive' | 'rows'>) {
  const { db } = database;
  const chain = createAuditChain(keyRing);
  /** The end of the trail as this process last saw it. */
  let seen = 0n;

  const queue = createWriteQueue<AuditRecord>(async (records) => {
    const head = await database.write((trx) => appendTo(trx, chain, records, seen));
    seen = head.seq;
  });

  const filtered = (filter: AuditFilter) => {
    let query = db.selectFrom('audit_entries').selectAll().where('entry', 'is not', null);
    if (filter.from !== undefined) query = query.where('time', '>=', filter.from.toISOString());
    if (filter.to !== undefined) query = query.where('time', '<', filter.to.toISOString());
    if (filter.client !== undefined) query = query.where('client_id', '=', filter.client);
    if (filter.transactionId !== undefined)
      query = query.where('transaction_id', '=', filter.transactionId);
    if (filter.event !== undefined) query = query.where('event', '=', filter.event);
    for (const condition of textConditions(filter)) query = query.where(condition);
    return query.$narrowType<{ entry: string }>();
  };
  const entriesOf = (
    rows: readonly (Schema['audit_entries'] & { entry: string })[],
  ): AuditEntry[] => rows.map((row) => toEntry(chain, row));

  return {
    /** Resolves when the entry is committed. Rejects when that is not certain. */
    append: (record: AuditRecord) => queue.add({ address: origins.getStore(), ...record }),
    /** Resolves when all appended entries are committed, findings included. */
    written: queue.empty,

    /** Keyed hash of a probe image, hexadecimal: it only tells whether two are the same. */
    probeHash: (image: Uint8Array) => chain.probe(image).toString('hex'),

    /** Newest first. */
    async list({ limit = DEFAULT_LIMIT, before, ...filter }: AuditPage) {
      let query = filtered(filter);
      if (before !== undefined) query = query.where('seq', '<', before);
      return entriesOf(await query.orderBy('seq', 'desc').limit(limit).execute());
    },

    /** Oldest first, read page by page. */
    async *stream(filter: AuditFilter) {
      for (let after = 0n; ; ) {
        const page = filtered(filter).where('seq', '>', after).orderBy('seq').limit(STREAM_PAGE);
        const entries = entriesOf(await page.execute());
        yield* entries;
        const last = entries.at(-1);
        if (last === undefined) return;
        after = last.seq;
      }
    },

    /** Verifies the whole trail, even while others append to it. Stops at the first fault. */
    verify: (options: VerifyAuditOptions = {}) => verifyAuditTrail(db, chain, options),

    /** Removes the text of entries past their client's retention. Returns how many. */
    async sweep(now = new Date()) {
      const removed = await pruneAuditTrail(database, chain, keyRing, now);
      for (const [clientId, entries] of removed)
        await queue.add({ event: 'retention', actor: 'service', clientId, details: { entries } });
      return [...removed.values()].reduce((sum, entries) => sum + entries, 0);
    },
  };
}

/** Swaps the head. @param seen a place already reached @throws AuditTrailBroken; WriteConflict */
async function appendTo(
  trx: Transaction<Schema>,
  chain: AuditChain,
  records: readonly AuditRecord[],
  seen: bigint,
): Promise<Mark> {
  const old = await readMark(trx, chain, 'head');
  if ((old?.seq ?? 0n) < seen)
    throw new AuditTrailBroken(`the audit trail was cut back: it had reached entry ${seen}`);
  const rows: Schema['audit_entries'][] = [];
  let head = old ?? BEFORE_ALL;
  for (const record of records) {
    const row = toRow(chain, head, record);
    rows.push(row);
    head = { seq: row.seq, hash: Buffer.from(row.hash) };
  }
  const changed = { ...head, seal: chain.mark('head', head) };
  if (old === undefined) await insertRow(trx, 'audit_marks', { name: 'head', ...changed });
  else if ((await updateRows(trx, 'audit_marks', { name: 'head', seq: old.seq }, changed)) !== 1)
    throw new WriteConflict('another process appended to the trail');
  await trx.insertInto('audit_entries').values(rows).execute();
  return head;
}
