/** The health of a webhook: how its deliveries went, and whether it is disabled. */

import type { Kysely, Transaction } from 'kysely';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { deleteRows, putRow } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';

/** Milliseconds of failure after which a webhook is disabled when it loses an event. */
export const DISABLED_AFTER = 72 * HOUR_MS;
/** Milliseconds after which a success is written although nothing else changed. */
const NOTED_EVERY = MINUTE_MS;

type Health = Omit<Schema['webhook_health'], 'webhook_id'>;

const UNTRIED: Health = {
  delivered: null,
  failing_since: null,
  problem: null,
  disabled: null,
  lost: 0,
};

async function readHealth(from: Kysely<Schema>, webhookId: string): Promise<Health> {
  const found = await from
    .selectFrom('webhook_health')
    .select(['delivered', 'failing_since', 'problem', 'disabled', 'lost'])
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
  return found ?? UNTRIED;
}

interface Went {
  /** Null: an event was taken. */
  readonly problem: string | null | undefined;
  /** Events given up. */
  readonly lost: number;
}

/** Records how deliveries went. Returns the new state of the webhook. */
export async function writeHealth(
  trx: Transaction<Schema>,
  webhookId: string,
  { problem = null, lost }: Went,
  now: Date,
): Promise<Health> {
  const before = await readHealth(trx, webhookId);
  const time = now.toISOString();
  const after: Health = {
    ...before,
    delivered: problem === null ? time : before.delivered,
    failing_since: problem === null ? null : (before.failing_since ?? time),
    problem,
    lost: before.lost + lost,
  };
  // Every writer of events reads this row, so it is only written when there is news.
  const noted = before.delivered ?? '';
  const isNew =
    problem !== null ||
    lost > 0 ||
    before.problem !== null ||
    now.getTime() - Date.parse(noted) >= NOTED_EVERY ||
    noted === '';
  if (isNew) await write(trx, webhookId, after);
  return after;
}

/** Counts events that were given up without an attempt. */
export async function writeLost(
  trx: Transaction<Schema>,
  webhookId: string,
  number: number,
): Promise<void> {
  const before = await readHealth(trx, webhookId);
  await write(trx, webhookId, { ...before, lost: before.lost + number });
}

/** Disables it, and drops the messages that wait for it. */
export async function writeDisabled(
  trx: Transaction<Schema>,
  webhookId: string,
  problem: string,
  now: Date,
): Promise<void> {
  const forgotten = await deleteRows(trx, 'webhook_deliveries', { webhook_id: webhookId });
  const before = await readHealth(trx, webhookId);
  const disabled = now.toISOString();
  const lost = before.lost + forgotten;
  await write(trx, webhookId, { ...before, problem, disabled, lost });
}

const write = (trx: Transaction<Schema>, webhook_id: string, health: Health): Promise<void> =>
  putRow(trx, 'webhook_health', { webhook_id }, health);
