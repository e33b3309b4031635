/** Removes entries past their client's retention from the audit trail. The chain stays whole. */

import { ago, DAY_MS } from '../durations.ts';
import type { KeyRing } from '../sealing/keys.ts';
import type { Database } from '../storage/database.ts';
import { putRow, updateRows } from '../storage/rows.ts';
import { storedDays } from '../storage/stored-days.ts';
import { type AuditChain, GENESIS, type Mark, readMark, same, toEntry } from './audit-chain.ts';

const BATCH = 200;

/**
 * Entries are kept for ever, unless the client sets `auditRetentionDays`. The text of older entries
 * is removed; their digests stay, sealed as removed. Once all of the oldest entries are removed,
 * their rows go too and the floor rises. A changed entry stays, so that it is found, and so do all
 * after a gap.
 * @returns entries removed, by client
 */
export async function pruneAuditTrail(
  database: Database,
  chain: AuditChain,
  { rows }: Pick<KeyRing, 'rows'>,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const removed = new Map<string, number>();
  const clients = await database.db.selectFrom('clients').selectAll().execute();
  // Tampering with a client's row must not shorten the trail.
  for (const { id, settings } of rows.filterValid('clients', clients)) {
    const days = storedDays(settings, 'auditRetentionDays');
    if (days === undefined) continue;
    const cutoff = ago(now, days * DAY_MS).toISOString();
    const entries = await pruneClient(database, chain, id, cutoff);
    if (entries > 0) removed.set(id, entries);
  }
  if (removed.size > 0) {
    while (await raiseFloor(database, chain));
    await database.scrub();
  }
  return removed;
}

async function pruneClient(
  database: Database,
  chain: AuditChain,
  clientId: string,
  cutoff: string,
): Promise<number> {
  let removed = 0;
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const from: bigint = after;
    const batch = await database.write(async (trx) => {
      const rows = await trx
        .selectFrom('audit_entries')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('time', '<', cutoff)
        .where('seq', '>', from)
        .where('entry', 'is not', null)
        .$narrowType<{ entry: string }>()
        .orderBy('seq')
        .limit(BATCH)
        .execute();
      const intact = rows.filter((row) => toEntry(chain, row).intact);
      for (const { seq, digest } of intact) {
        const pruned = chain.pruned(seq, digest);
        const gone = { time: null, event: null, client_id: null, transaction_id: null };
        await updateRows(trx, 'audit_entries', { seq }, { ...gone, entry: null, pruned });
      }
      return { removed: intact.length, next: rows.length === BATCH ? rows.at(-1)?.seq : undefined };
    });
    removed += batch.removed;
    after = batch.next;
  }
  return removed;
}

/** Deletes some of the oldest rows if all of them are pruned. False: none were. */
function raiseFloor(database: Database, chain: AuditChain): Promise<boolean> {
  return database.write(async (trx) => {
    const floor = (await readMark(trx, chain, 'floor')) ?? { seq: 0n, hash: GENESIS };
    const rows = await trx
      .selectFrom('audit_entries')
      .select(['seq', 'digest', 'hash', 'pruned'])
      .where('seq', '>', floor.seq)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    let last: Mark = floor;
    for (const { seq, digest, hash, pruned } of rows) {
      const isNext = seq === last.seq + 1n && same(hash, chain.link(seq, last.hash, digest));
      if (!isNext || pruned === null || !same(pruned, chain.pruned(seq, digest))) break;
      last = { seq, hash: Buffer.from(hash) };
    }
    if (last === floor) return false;
    const changed = { ...last, seal: chain.mark('floor', last) };
    await putRow(trx, 'audit_marks', { name: 'floor' }, changed);
    await trx.deleteFrom('audit_entries').where('seq', '<=', last.seq).execute();
    return true;
  });
}
