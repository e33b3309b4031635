/** The queue of messages in SQL: claims, retries and lost messages. */

import { sql, type Transaction } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { Database } from '../storage/database.ts';
import { findRow, updateRows } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import { keepEnded, type Settled } from './ended-messages.ts';
import { DISABLED_AFTER, writeDisabled, writeHealth, writeLost } from './health.ts';

/** Milliseconds to wait after each failed attempt. After the last, the event is lost. */
export const RETRY_DELAYS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
] as const;
/** Events that may wait for a webhook; the oldest are lost first. */
export const MOST_WAITING = 10_000;
/** Delays vary by this share, so that messages that failed together are not retried together. */
const JITTER = 0.1;
/** Milliseconds for which an attempt belongs to its process: longer than any attempt takes. */
const CLAIM = MINUTE_MS;
/** Messages that a process delivers to a webhook at a time. */
const BATCH = 8;
const LONGEST_WAIT = DAY_MS;
/** After the last retry of a message whose receiver always asked for the longest wait. */
export const LONGEST_LIFE = (RETRY_DELAYS.length + 1) * LONGEST_WAIT;

export type Row = Schema['webhook_deliveries'];

/** Webhooks with due messages, longest waiting first. */
export async function due({ db }: Database, now: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .leftJoin('webhook_health', 'webhook_health.webhook_id', 'webhook_deliveries.webhook_id')
    .select('webhook_deliveries.webhook_id as id')
    .where('due_ms', '<=', BigInt(now))
    .where('disabled', 'is', null)
    .groupBy('webhook_deliveries.webhook_id')
    .orderBy(sql`min(due_ms)`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Compares and swaps the due time, so that each message goes to only one process. */
export function claim(database: Database, webhookId: string, now: number): Promise<readonly Row[]> {
  return database.write(async (trx) => {
    const rows = await trx
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .where('due_ms', '<=', BigInt(now))
      .orderBy('due_ms')
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const claimed: Row[] = [];
    for (const row of rows) {
      const due_ms = BigInt(now + CLAIM);
      const asRead = { id: row.id, due_ms: row.due_ms };
      const updated = await updateRows(trx, 'webhook_deliveries', asRead, { due_ms });
      if (updated === 1) claimed.push({ ...row, due_ms });
    }
    return claimed;
  });
}

/** Records the outcome of a batch. Returns why the webhook is now disabled, or undefined. */
export function settle(
  database: Database,
  webhookId: string,
  settled: readonly Settled[],
  now: Date,
): Promise<string | undefined> {
  return database.write(async (trx) => {
    // The webhook was deleted in the meantime, so there is nothing to deliver.
    if ((await findRow(trx, 'webhooks', { id: webhookId })) === undefined) return undefined;
    const ended = settled.filter(({ attempted }) => attempted.outcome === 'taken');
    await keepEnded(trx, ended, 'taken', now);
    const dropped = settled.filter(({ attempted }) => attempted.outcome === 'dropped');
    await remove(trx, [...ended, ...dropped]);
    let lost = 0;
    let problem: string | undefined;
    for (const { row, attempted } of settled) {
      if (attempted.outcome === 'gone') {
        await writeDisabled(trx, webhookId, attempted.problem, now);
        return attempted.problem;
      }
      if (attempted.outcome === 'aborted') await postpone(trx, row, {}, now.getTime());
      if (attempted.outcome !== 'failed') continue;
      problem = attempted.problem;
      const delay = RETRY_DELAYS[row.attempts];
      if (delay === undefined) {
        lost++;
        await keepEnded(trx, [{ row, attempted }], 'lost', now);
        await remove(trx, [{ row }]);
        continue;
      }
      const varied = delay * (1 + (Math.random() * 2 - 1) * JITTER);
      const wait = Math.min(Math.max(varied, attempted.retryAfter ?? 0), LONGEST_WAIT);
      const failed = { attempts: row.attempts + 1, answer: attempted.problem };
      await postpone(trx, row, failed, now.getTime() + wait);
    }
    const taken = settled.some(({ attempted }) => attempted.outcome === 'taken');
    if (!taken && problem === undefined) return undefined;
    const health = await writeHealth(
      trx,
      webhookId,
      { problem: taken ? null : problem, lost },
      now,
    );
    const failing = now.getTime() - Date.parse(health.failing_since ?? now.toISOString());
    if (lost === 0 || failing < DISABLED_AFTER || health.disabled !== null) return undefined;
    const why = `it has accepted nothing since ${health.failing_since}: ${health.problem}`;
    await writeDisabled(trx, webhookId, why, now);
    return why;
  });
}

async function remove(
  trx: Transaction<Schema>,
  settled: readonly Pick<Settled, 'row'>[],
): Promise<void> {
  if (settled.length === 0) return;
  const ids = settled.map(({ row }) => row.id);
  await trx.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute();
}

async function postpone(
  trx: Transaction<Schema>,
  { id, due_ms }: Row,
  failed: Partial<Pick<Row, 'attempts' | 'answer'>>,
  until: number,
): Promise<void> {
  const change = { ...failed, due_ms: BigInt(Math.round(until)) };
  await updateRows(trx, 'webhook_deliveries', { id, due_ms }, change);
}

/** Drops the oldest events if too many wait. Returns how many. */
export async function trim(database: Database, most: number): Promise<number> {
  const crowded = await database.db
    .selectFrom('webhook_deliveries')
    .select('webhook_id as id')
    .groupBy('webhook_id')
    .having(sql<number>`count(*)`, '>', most)
    .execute();
  let lost = 0;
  for (const { id } of crowded)
    lost += await database.write(async (trx) => {
      // Another process may have dropped some since.
      const newest = await trx
        .selectFrom('webhook_deliveries')
        .select(['created', 'id'])
        .where('webhook_id', '=', id)
        .orderBy('created', 'desc')
        .orderBy('id', 'desc')
        .offset(most)
        .limit(1)
        .executeTakeFirst();
      if (newest === undefined) return 0;
      const { numDeletedRows } = await trx
        .deleteFrom('webhook_deliveries')
        .where('webhook_id', '=', id)
        .where(({ eb, or, and }) =>
          or([
            eb('created', '<', newest.created),
            and([eb('created', '=', newest.created), eb('id', '<=', newest.id)]),
          ]),
        )
        .executeTakeFirst();
      const number = Number(numDeletedRows);
      await writeLost(trx, id, number);
      return number;
    });
  return lost;
}
