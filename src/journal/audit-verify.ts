/** Verifies the audit trail from beginning to end, and reports the first fault. */
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import type { AuditReport, VerifyAuditOptions } from './audit.ts';
import {
  type AuditChain,
  AuditTrailBroken,
  GENESIS,
  type Mark,
  readMark,
  same,
  toEntry,
} from './audit-chain.ts';

const PAGE = 1000;

/** Where and why the trail is broken. */
class Fault extends Error {
  readonly seq: bigint;

  constructor(seq: bigint, message: string) {
    super(message);
    this.seq = seq;
  }
}

/** Reads in pages and ignores entries appended meanwhile. Restarts if a retention removes some. */
export async function verifyAuditTrail(
  db: Kysely<Schema>,
  chain: AuditChain,
  options: VerifyAuditOptions,
): Promise<AuditReport> {
  for (;;) {
    const floor = await readMark(db, chain, 'floor').catch(asFault);
    if (floor instanceof Fault) return failed(floor);
    const progress = { entries: 0, pruned: 0 };
    try {
      const head = await walk(db, chain, floor, progress, options);
      const position = head && { seq: head.seq, hash: head.hash.toString('hex') };
      return { intact: true, ...progress, head: position, problem: undefined };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const now = await readMark(db, chain, 'floor').catch(asFault);
      if (now instanceof Fault || now?.seq === floor?.seq) return failed(error, progress);
    }
  }
}

function failed(fault: Fault, progress = { entries: 0, pruned: 0 }): AuditReport {
  const problem = { seq: fault.seq, message: fault.message };
  return { intact: false, ...progress, head: undefined, problem };
}

function asFault(error: unknown): Fault {
  if (error instanceof AuditTrailBroken) return new Fault(0n, error.message);
  throw error;
}

/** @throws Fault the first that it finds */
async function walk(
  db: Kysely<Schema>,
  chain: AuditChain,
  floor: Mark | undefined,
  progress: { entries: number; pruned: number },
  { anchor, onProgress, signal }: VerifyAuditOptions,
): Promise<Mark | undefined> {
  const begin = floor ?? { seq: 0n, hash: GENESIS };
  const { first, last } = await bounds(db);
  // Read after the entries, so that it covers all of them even if others append meanwhile.
  const head = await readMark(db, chain, 'head').catch(asFault);
  if (head instanceof Fault) throw head;
  if (first !== undefined && first <= begin.seq)
    throw new Fault(first, `entry ${first} lies before the beginning of the trail`);
  if (last !== undefined && last > (head?.seq ?? 0n))
    throw new Fault(
      (head?.seq ?? 0n) + 1n,
      'the end of the trail was moved: entries lie beyond it',
    );
  const checkAnchor = ({ seq, hash }: Mark) => {
    if (anchor?.seq === seq && anchor.hash !== hash.toString('hex'))
      throw new Fault(seq, `entry ${seq} is not the entry of the anchor`);
  };
  if (anchor !== undefined && anchor.seq > (head?.seq ?? 0n))
    throw new Fault(head?.seq ?? 0n, `the trail was cut back: it had reached entry ${anchor.seq}`);
  if (head === undefined) return undefined;
  if (head.seq < begin.seq) throw new Fault(head.seq, 'the trail ends before it begins');

  let at = begin;
  const total = Number(head.seq - begin.seq);
  while (at.seq < head.seq) {
    signal?.throwIfAborted();
    const rows = await page(db, at.seq, head.seq);
    for (const row of rows) {
      at = check(chain, at, row);
      checkAnchor(at);
      progress.entries++;
      if (row.entry === null) progress.pruned++;
    }
    if (rows.length < PAGE && at.seq < head.seq) throw missing(at.seq + 1n, head.seq);
    onProgress?.(progress.entries, total);
    // SQLite answers synchronously, so give the event loop a turn.
    await otherWork();
  }
  if (!same(at.hash, head.hash)) throw new Fault(at.seq, 'the end of the trail was changed');
  return head;
}

function check(chain: AuditChain, before: Mark, row: Schema['audit_entries']): Mark {
  const { seq } = row;
  if (seq !== before.seq + 1n) throw missing(before.seq + 1n, seq - 1n);
  if (row.entry === null) {
    if (row.pruned === null || !same(row.pruned, chain.pruned(seq, row.digest)))
      throw new Fault(seq, `entry ${seq} was removed, but not because its retention was over`);
  } else if (!toEntry(chain, { ...row, entry: row.entry }).intact)
    throw new Fault(seq, `entry ${seq} was changed`);
  const hash = Buffer.from(row.hash);
  if (!same(hash, chain.link(seq, before.hash, row.digest)))
    throw new Fault(seq, `entry ${seq} does not follow the previous entry`);
  return { seq, hash };
}

function missing(first: bigint, last: bigint): Fault {
  const which = first === last ? `entry ${first} is` : `the entries ${first} to ${last} are`;
  return new Fault(first, `${which} missing`);
}

/** The smallest and the greatest number of an entry. */
async function bounds(db: Kysely<Schema>) {
  const rows = db.selectFrom('audit_entries').select('seq').limit(1);
  const first = await rows.orderBy('seq').executeTakeFirst();
  const last = await rows.orderBy('seq', 'desc').executeTakeFirst();
  return { first: first?.seq, last: last?.seq };
}

function page(db: Kysely<Schema>, after: bigint, last: bigint): Promise<Schema['audit_entries'][]> {
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .orderBy('seq')
    .limit(PAGE)
    .execute();
}
