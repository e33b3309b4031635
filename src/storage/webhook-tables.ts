/** The tables of webhooks as Kysely sees them. */
import type { BoundColumn, SealedColumns } from './columns.ts';

/** The address of a webhook; the sealed body holds its secrets. */
export interface WebhooksTable extends SealedColumns, BoundColumn {
  id: string;
  client_id: string;
  url: string;
  /** JSON array of the types of events. */
  events: string;
  created: string;
  /** When its secret was made. */
  rotated: string;
}

/** The health of a webhook; no row: nothing was delivered yet. */
export interface WebhookHealthTable {
  webhook_id: string;
  /** The latest success. */
  delivered: string | null;
  /** Null: the latest attempt succeeded. */
  failing_since: string | null;
  /** The latest failure. */
  problem: string | null;
  /** Null: it is enabled. */
  disabled: string | null;
  /** Events that were lost. */
  lost: number;
}

/** An event that waits for a webhook; the sealed body is the message. */
export interface WebhookDeliveriesTable extends SealedColumns {
  /** The id of the message, the same at every attempt. */
  id: string;
  webhook_id: string;
  created: string;
  attempts: number;
  /** When it is tried next. An attempt first postpones it, so that other processes leave it. */
  due_ms: bigint;
}

/** A message that was taken or lost; the sealed body is as it waited. */
export interface WebhookMessagesTable extends SealedColumns {
  id: string;
  webhook_id: string;
  created: string;
  attempts: number;
  state: 'taken' | 'lost';
  /** The latest attempt. */
  ended: string;
  /** What the receiver answered to it, such as `answered 204`. */
  answer: string;
}

/** These tables by name. */
export interface WebhookSchema {
  webhooks: WebhooksTable;
  webhook_health: WebhookHealthTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_messages: WebhookMessagesTable;
}
