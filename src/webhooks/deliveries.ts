/** Delivers what waits: claimed by one process at a time, tried again for hours, then given up. */
import { randomUUID } from 'node:crypto';
import { NotFound, RecordRefused } from '../errors.ts';
import { SealBroken } from '../sealing/key-ring.ts';
import type { KeyRing } from '../sealing/keys.ts';
import { webhookDeliveryBinding } from '../sealing/sealed-tables.ts';
import type { Database } from '../storage/database.ts';
import { messageOf, TEST_EVENT } from './event.ts';
import { claim, due, MOST_WAITING, type Row, settle, trim } from './queue.ts';
import type { WebhookRegistry } from './registry.ts';
import type { Attempted, Sender } from './send.ts';

export interface DeliveryParts {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly webhooks: Pick<WebhookRegistry, 'target'>;
  readonly sender: Pick<Sender, 'send'>;
  /** Hears of webhooks that were disabled, and of rows that were changed. */
  readonly warn: (message: string) => void;
  /** Hears how each attempt ended. */
  readonly attempted?: (outcome: Attempted['outcome']) => void;
}

export type Deliveries = ReturnType<typeof createDeliveries>;

export function createDeliveries(parts: DeliveryParts) {
  const { database, warn } = parts;
  const ending = new AbortController();
  const { signal } = ending;
  /** Webhooks that this process is telling. */
  const running = new Map<string, Promise<void>>();

  /** Until nothing is due, or the webhook takes nothing: then the next look goes on. */
  const tell = async (webhookId: string) => {
    for (let more = true; more && !signal.aborted; ) {
      const claimed = await claim(database, webhookId, Date.now());
      if (claimed.length === 0) return;
      const attempts = await Promise.allSettled(
        claimed.map(async (row) => ({ row, attempted: await attempt(parts, row, signal) })),
      );
      // What could not be attempted stays claimed for a while; the others are told of all the same.
      const settled = attempts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const failure = attempts.find((one) => one.status === 'rejected');
      for (const { attempted } of settled) parts.attempted?.(attempted.outcome);
      const disabled = await settle(database, webhookId, settled, new Date());
      if (disabled !== undefined)
        warn(
          `Webhook ${webhookId} is disabled: ${disabled}. ` +
            `"prosopon webhook enable ${webhookId}" tells it again.`,
        );
      if (failure !== undefined) throw failure.reason;
      more = settled.some(({ attempted }) => attempted.outcome === 'taken');
    }
  };

  return {
    /** Begins to deliver what is due. Returns soon, while deliveries go on. */
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

    /** Sends a message for trial at once, also to a webhook that is disabled. @throws NotFound */
    async test(webhookId: string): Promise<Attempted> {
      const target = await parts.webhooks.target(webhookId);
      const body = messageOf(TEST_EVENT, { webhookId }, new Date());
      return parts.sender.send(target, { id: `msg_${randomUUID()}`, body }, signal);
    },

    /** Resolves when nothing is under way. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values());
    },

    /** Ends what is under way; another process tries it again. */
    async close(): Promise<void> {
      ending.abort();
      await this.idle();
    },

    /** Forgets the oldest events where too many wait; returns how many. */
    sweep: (most = MOST_WAITING) => trim(database, most),
  };
}

async function attempt(
  { database, keyRing, webhooks, sender }: DeliveryParts,
  row: Row,
  signal: AbortSignal,
): Promise<Attempted> {
  try {
    const body = await keyRing.open(database.db, webhookDeliveryBinding(row), row);
    const target = await webhooks.target(row.webhook_id);
    return await sender.send(target, { id: row.id, body: body.toString('utf8') }, signal);
  } catch (error) {
    // Deleted in the meantime, with all that waits for it.
    if (error instanceof NotFound) return { outcome: 'aborted' };
    if (error instanceof SealBroken || error instanceof RecordRefused)
      return { outcome: 'failed', problem: `its record was changed: ${error.message}` };
    throw error;
  }
}
