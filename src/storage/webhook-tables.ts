/** The tables of webhooks as Kysely sees them. */
import type { BoundColumn, SealedColumns } from './columns.ts';

/** Where an application is told what happens; the sealed body holds its secrets. */
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

/** How deliveries to a webhook went; no row: none has been tried yet. */
export interface WebhookHealthTable {
  webhook_id: string;
  /** The latest that was taken. */
  delivered: string | null;
  /** Null: the latest attempt was taken. */
  failing_since: string | null;
  /** How the latest failure went. */
  problem: string | null;
  /** Null: it is told. */
  disabled: string | null;
  /** Events that it was never told. */
  lost: number;
}

/** An event that a webhook is still to be told; the sealed body is the message. */
export interface WebhookDeliveriesTable extends SealedColumns {
  /** The id of the message, the same at every attempt. */
  id: string;
  webhook_id: string;
  created: string;
  attempts: number;
  /** When it is tried next; who tries moves it on, so that nobody else does meanwhile. */
  due_ms: bigint;
}

/** These tables by name. */
export interface WebhookSchema {
  webhooks: WebhooksTable;
  webhook_health: WebhookHealthTable;
  webhook_deliveries: WebhookDeliveriesTable;
}
