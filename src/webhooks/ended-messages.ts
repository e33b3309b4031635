/** Messages that were taken or lost, kept for a while: administrators look at them and send them again. */
import { sql, type Transaction } from 'kysely';
import { ago, DAY_MS } from '../durations.ts';
import type { Database } from '../storage/database.ts';
import { deleteRows, deleteWhere, findRow, updateRows } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import type { Attempted } from './send.ts';

/** Milliseconds for which an ended message is kept, and messages of a webhook. */
export const KEPT_MS = 3 * DAY_MS;
export const MOST_KEPT = 100;

/** A waiting message, and what became of it. */
export interface Settled {
  readonly row: Schema['webhook_deliveries'];
  readonly attempted: Attempted;
}

/** A message that waits, was taken or was lost. Its body is sealed. */
export type StoredMessage = Omit<Schema['webhook_messages'], 'state' | 'ended' | 'answer'> &
  Partial<Pick<Schema['webhook_messages'], 'state' | 'ended'>> &
  Partial<Pick<Schema['webhook_deliveries'], 'due_ms' | 'answer'>>;

/** The receiver's answer in a few words; nothing of its body. */
const answerOf = (attempted: Attempted): string =>
  'answer' in attempted ? attempted.answer : 'problem' in attempted ? attempted.problem : '';

/** Keeps messages that wait no longer. */
export async function keepEnded(
  trx: Transaction<Schema>,
  settled: readonly Settled[],
  state: Schema['webhook_messages']['state'],
  now: Date,
): Promise<void> {
  if (settled.length === 0) return;
  const rows = settled.map(({ row: { due_ms: _, attempts, ...row }, attempted }) => ({
    ...row,
    ...{ attempts: attempts + 1, state, ended: now.toISOString(), answer: answerOf(attempted) },
  }));
  const insert = trx.insertInto('webhook_messages').values(rows);
  await insert.onConflict((conflict) => conflict.column('id').doNothing()).execute();
}

/** The latest messages of a webhook, waiting or ended, newest first. */
export async function latestMessages(
  { db }: Database,
  webhookId: string,
): Promise<readonly StoredMessage[]> {
  const of = async (table: 'webhook_deliveries' | 'webhook_messages') =>
    (await db
      .selectFrom(table)
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .orderBy('created', 'desc')
      .limit(MOST_KEPT)
      .execute()) as readonly StoredMessage[];
  const all = [...(await of('webhook_deliveries')), ...(await of('webhook_messages'))];
  return all.sort((a, b) => (a.created < b.created ? 1 : -1)).slice(0, MOST_KEPT);
}

/** The message, waiting or ended. Undefined: there is none. */
export async function findMessage({ db }: Database, webhook_id: string, id: string) {
  const waiting = await findRow(db, 'webhook_deliveries', { id, webhook_id });
  return waiting ?? findRow(db, 'webhook_messages', { id, webhook_id });
}

/** Records an attempt that was asked for. A waiting message that failed goes on waiting as before. */
export const recordAgain = (
  database: Database,
  row: StoredMessage,
  attempted: Attempted,
  now: Date,
): Promise<void> =>
  database.write(async (trx) => {
    const { id, due_ms } = row;
    const taken = attempted.outcome === 'taken';
    if (due_ms !== undefined) {
      const answer = answerOf(attempted);
      if (!taken) await updateRows(trx, 'webhook_deliveries', { id }, { answer });
      else {
        await keepEnded(trx, [{ row: { ...row, due_ms, answer }, attempted }], 'taken', now);
        await deleteRows(trx, 'webhook_deliveries', { id });
      }
      return;
    }
    await updateRows(
      trx,
      'webhook_messages',
      { id },
      {
        attempts: row.attempts + 1,
        answer: answerOf(attempted),
        ended: now.toISOString(),
        ...(taken && { state: 'taken' as const }),
      },
    );
  });

/** Erases ended messages that are old or too many. Returns how many. */
export const sweepEnded = (database: Database, now: Date): Promise<number> =>
  database.write((trx) =>
    deleteWhere(
      trx,
      'webhook_messages',
      sql`ended <= ${ago(now, KEPT_MS).toISOString()} or id in (select id from (
        select id, row_number() over (partition by webhook_id order by ended desc, id) as place
        from webhook_messages) as placed where place > ${MOST_KEPT})`,
    ),
  );
