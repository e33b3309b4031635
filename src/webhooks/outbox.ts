/** Writes events in the transaction of their change, a row for each webhook. */
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { KeyRing } from '../sealing/keys.ts';
import { bindingOf } from '../sealing/sealed-tables.ts';
import type { TransactionStep } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import { type Audience, messageOf, type WebhookEvent } from './event.ts';

/** Writes events in the transaction of the change that they report. */
export type EnqueueEvents = TransactionStep;

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(keyRing: Pick<KeyRing, 'sealer'>) {
  /** The events are sent if the transaction commits, and only then. */
  const enqueue = async (trx: Transaction<Schema>, events: readonly WebhookEvent[]) => {
    if (events.length === 0) return;
    const webhooks = await listening(trx, events);
    if (webhooks.length === 0) return;
    const sealer = await keyRing.sealer(trx);
    const now = new Date();
    const rows = events.flatMap(({ type, audience, data, origin }) =>
      webhooks
        .filter((webhook) => webhook.events.includes(type) && belongs(webhook, audience))
        .map(({ id, clientId }) => {
          const created = now.toISOString();
          const key = { id: `msg_${randomUUID()}`, webhook_id: id, created };
          const known = origin?.clientId === clientId ? { ...data, ...origin } : data;
          const body = Buffer.from(messageOf(type, known, now));
          const sealed = sealer.seal(bindingOf('webhook_deliveries', key), body);
          return { ...key, attempts: 0, due_ms: BigInt(now.getTime()), answer: null, ...sealed };
        }),
    );
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
      await trx
        .insertInto('webhook_deliveries')
        .values(rows.slice(from, from + ROWS_AT_ONCE))
        .execute();
  };
  return {
    enqueue,
    /** Combines the event with other work of the same change. */
    enqueueWith:
      (...events: readonly WebhookEvent[]): EnqueueEvents =>
      (trx) =>
        enqueue(trx, events),
  };
}

const ROWS_AT_ONCE = 500;

interface Listening {
  readonly id: string;
  readonly clientId: string;
  readonly storage: string;
  readonly partition: string;
  readonly events: readonly string[];
}

/** Webhooks of all audiences that are not disabled. */
async function listening(
  trx: Transaction<Schema>,
  events: readonly WebhookEvent[],
): Promise<readonly Listening[]> {
  const audiences = new Map(events.map(({ audience }) => [JSON.stringify(audience), audience]));
  const rows = await trx
    .selectFrom('webhooks')
    .innerJoin('clients', 'clients.id', 'webhooks.client_id')
    .leftJoin('webhook_health', 'webhook_health.webhook_id', 'webhooks.id')
    .select(['webhooks.id', 'webhooks.events'])
    .select(['clients.id as clientId', 'clients.storage', 'clients.partition'])
    .where('webhook_health.disabled', 'is', null)
    .where((where) =>
      where.or(
        [...audiences.values()].map((audience) =>
          'clientId' in audience
            ? where('clients.id', '=', audience.clientId)
            : where.and([
                where('clients.storage', '=', audience.storage),
                where('clients.partition', '=', audience.partition),
              ]),
        ),
      ),
    )
    .execute();
  return rows.map((row) => ({ ...row, events: JSON.parse(row.events) as readonly string[] }));
}

const belongs = (webhook: Listening, audience: Audience): boolean =>
  'clientId' in audience
    ? webhook.clientId === audience.clientId
    : webhook.storage === audience.storage && webhook.partition === audience.partition;
