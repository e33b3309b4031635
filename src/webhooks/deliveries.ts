/** Delivers waiting messages. One process claims each, retries it for hours, then gives up. */
import { randomUUID } from 'node:crypto';
import { NotFound, noneIf, RecordRefused } from '../errors.ts';
import { SealBroken } from '../sealing/key-ring.ts';
import type { KeyRing } from '../sealing/keys.ts';
import { bindingOf } from '../sealing/sealed-tables.ts';
import type { Database } from '../storage/database.ts';
import {
  findMessage,
  latestMessages,
  recordAgain,
  type StoredMessage,
  sweepEnded,
} from './ended-messages.ts';
import { messageOf, TEST_EVENT } from './event.ts';
import { claim, due, LONGEST_LIFE, MOST_WAITING, type Row, settle, trim } from './queue.ts';
import type { WebhookRegistry } from './registry.ts';
import type { Attempted, Sender } from './send.ts';

export interface DeliveryParts {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly webhooks: Pick<WebhookRegistry, 'target'>;
  readonly sender: Pick<Sender, 'send'>;
  /** Receives webhooks that were disabled, and rows that were changed. */
  readonly warn: (message: string) => void;
  /** Receives the outcome of each attempt. */
  readonly attempted?: (outcome: Attempted['outcome']) => void;
}

/** Ids in the memory of a process. */
const MOST_REMEMBERED = 100_000;

export type Deliveries = ReturnType<typeof createDeliveries>;

export function createDeliveries(parts: DeliveryParts) {
  const { database, warn } = parts;
  const ending = new AbortController();
  const { signal } = ending;
  /** Webhooks to which this process is delivering. */
  const running = new Map<string, Promise<void>>();
  /** Messages that this process has delivered, oldest first. */
  const delivered = new Set<string>();

  /** A writer to the database may put a row back, whose seal is genuine. */
  const deliver = async (row: Row): Promise<Attempted> => {
    if (delivered.has(row.id) || Date.now() - Date.parse(row.created) > LONGEST_LIFE) {
      warn(`Webhook ${row.webhook_id}: the row of message ${row.id} was put back; it is not sent.`);
      return { outcome: 'dropped' };
    }
    const attempted = await attempt(parts, row, signal);
    if (attempted.outcome !== 'taken') return attempted;
    delivered.add(row.id);
    if (delivered.size > MOST_REMEMBERED) delivered.delete(delivered.values().next().value!);
    return attempted;
  };

  /** Delivers until nothing is due or the webhook fails. The next look continues. */
  const tell = async (webhookId: string) => {
    for (let more = true; more && !signal.aborted; ) {
      const claimed = await claim(database, webhookId, Date.now());
      if (claimed.length === 0) return;
      const attempts = await Promise.allSettled(
        claimed.map(async (row) => ({ row, attempted: await deliver(row) })),
      );
      // A message that could not be attempted stays claimed for a while. The others are settled.
      const settled = attempts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const failure = attempts.find((one) => one.status === 'rejected');
      for (const { attempted } of settled) parts.attempted?.(attempted.outcome);
      const disabled = await settle(database, webhookId, settled, new Date());
      if (disabled !== undefined)
        warn(
          `Webhook ${webhookId} is disabled: ${disabled}. ` +
            `"prosopon webhook enable ${webhookId}" resumes deliveries.`,
        );
      if (failure !== undefined) throw failure.reason;
      more = settled.some(({ attempted }) => attempted.outcome === 'taken');
    }
  };

  return {
    /** Starts delivering due messages. Returns soon, while deliveries continue. */
    async look(): Promise<void> {
      for (const id of await due(database, Date.now())) {
        if (signal.aborted || running.has(id)) continue;
        const work = tell(id)
          .catch((error: unknown) => {
            if (!signal.aborted) warn(`Webhook ${id}: ${String(error)}`);
          })
          .finally(() => running.delete(id));
        running.set(id, work);
      }
    },

    /** Sends a test message at once, even to a disabled webhook. @throws NotFound */
    async test(webhookId: string): Promise<Attempted> {
      const target = await parts.webhooks.target(webhookId);
      const body = messageOf(TEST_EVENT, { webhookId }, new Date());
      return parts.sender.send(target, { id: `msg_${randomUUID()}`, body }, signal);
    },

    /** The latest messages, newest first, with their bodies. Undefined: the row was changed. */
    messages: async (webhookId: string) =>
      Promise.all(
        (await latestMessages(database, webhookId)).map(async (row) => ({
          id: row.id,
          created: new Date(row.created),
          attempts: row.attempts,
          state: row.state ?? ('waiting' as const),
          answer: row.answer ?? null,
          /** The latest attempt, or the next one of a message that waits. */
          time: row.ended ? new Date(row.ended) : new Date(Number(row.due_ms)),
          body: (await bodyOf(parts, row).catch(noneIf(SealBroken))) ?? null,
        })),
      ),

    /** Sends a message once more at once, even to a disabled webhook. @throws NotFound */
    async again(webhookId: string, id: string): Promise<Attempted> {
      const row = await findMessage(database, webhookId, id);
      if (row === undefined) throw new NotFound(`There is no message ${id} any more.`);
      const attempted = await attempt(parts, row, signal);
      await recordAgain(database, row, attempted, new Date());
      return attempted;
    },

    /** Resolves when no delivery is running. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values());
    },

    /** Aborts running deliveries. Another process retries them. */
    async close(): Promise<void> {
      ending.abort();
      await this.idle();
    },

    /** Drops the oldest events if too many wait, and erases those that ended. Returns how many are lost. */
    async sweep(most = MOST_WAITING) {
      await sweepEnded(database, new Date());
      return trim(database, most);
    },
  };
}

const bodyOf = async ({ database, keyRing }: DeliveryParts, row: StoredMessage) =>
  (await keyRing.open(database.db, bindingOf('webhook_deliveries', row), row)).toString('utf8');

async function attempt(
  parts: DeliveryParts,
  row: StoredMessage,
  signal: AbortSignal,
): Promise<Attempted> {
  try {
    const body = await bodyOf(parts, row);
    const target = await parts.webhooks.target(row.webhook_id);
    return await parts.sender.send(target, { id: row.id, body }, signal);
  } catch (error) {
    // Deleted in the meantime, with all its waiting messages.
    if (error instanceof NotFound) return { outcome: 'aborted' };
    if (error instanceof SealBroken || error instanceof RecordRefused)
      return { outcome: 'failed', problem: `its record was changed: ${error.message}` };
    throw error;
  }
}
