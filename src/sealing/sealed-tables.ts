/** Every table that holds sealed rows, how a row is named and what its seal is bound to. */
import type { OauthRecordsTable, UserTotpTable } from '../storage/account-tables.ts';
import type {
  ClientKeysTable,
  ImageLooksTable,
  ServiceKeysTable,
  TaskSamplesTable,
  TemplatesTable,
  ThumbnailsTable,
} from '../storage/schema.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from '../storage/webhook-tables.ts';
import type { Binding } from './key-ring.ts';

type TemplateKey = Pick<
  TemplatesTable,
  'storage' | 'partition' | 'class_id' | 'revision' | 'encoder_version'
>;
type ThumbnailKey = Pick<
  ThumbnailsTable,
  'storage' | 'partition' | 'class_id' | 'feature_id' | 'enrolled'
>;
type ClientKeyKey = Pick<ClientKeysTable, 'id' | 'client_id' | 'created'>;
type ServiceKeyKey = Pick<ServiceKeysTable, 'id' | 'purpose' | 'created'>;
type TaskSampleKey = Pick<TaskSamplesTable, 'token_id' | 'sample_index' | 'tags'>;

export const templateBinding = (row: TemplateKey): Binding => ({
  purpose: 'template',
  parts: [row.storage, row.partition, row.class_id, row.revision, row.encoder_version],
});

export const thumbnailBinding = (row: ThumbnailKey): Binding => ({
  purpose: 'thumbnail',
  parts: [row.storage, row.partition, row.class_id, row.feature_id, row.enrolled],
});

export const clientKeyBinding = (row: ClientKeyKey): Binding => ({
  purpose: 'client key',
  parts: [row.client_id, row.id, row.created],
});

export const oauthRecordBinding = (row: Pick<OauthRecordsTable, 'model' | 'id'>): Binding => ({
  purpose: 'oauth record',
  parts: [row.model, row.id],
});

export const totpBinding = (row: Pick<UserTotpTable, 'user_id' | 'created'>): Binding => ({
  purpose: 'totp secret',
  parts: [row.user_id, row.created],
});

const OAUTH = 'oauth ';

/** Those of the OAuth provider once had a table of their own, and are bound as they were in it. */
export const serviceKeyBinding = ({ purpose, id, created }: ServiceKeyKey): Binding =>
  purpose.startsWith(OAUTH)
    ? { purpose: 'oauth key', parts: [purpose.slice(OAUTH.length), id, created] }
    : { purpose: 'service key', parts: [purpose, id, created] };

export const taskSampleBinding = (row: TaskSampleKey): Binding => ({
  purpose: 'task sample',
  parts: [row.token_id, row.sample_index, row.tags],
});

export const perceptualHashBinding = (row: Pick<ImageLooksTable, 'id' | 'seen'>): Binding => ({
  purpose: 'image look',
  parts: [row.id, row.seen],
});

export const webhookBinding = (
  row: Pick<WebhooksTable, 'id' | 'client_id' | 'rotated'>,
): Binding => ({
  purpose: 'webhook secrets',
  parts: [row.client_id, row.id, row.rotated],
});

export const webhookDeliveryBinding = (
  row: Pick<WebhookDeliveriesTable, 'id' | 'webhook_id' | 'created'>,
): Binding => ({
  purpose: 'webhook delivery',
  parts: [row.webhook_id, row.id, row.created],
});

export interface SealedTable {
  readonly table:
    | 'templates'
    | 'thumbnails'
    | 'client_keys'
    | 'service_keys'
    | 'task_samples'
    | 'image_looks'
    | 'oauth_records'
    | 'user_totp'
    | 'webhooks'
    | 'webhook_deliveries';
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Rows that are re-wrapped in one transaction. */
  readonly batch: number;
  readonly binding: (row: never) => Binding;
}

/** The primary key of what is kept of a class. */
export const BCID = ['storage', 'partition', 'class_id'] as const;

/** A table left out here would lose its rows at the next key rotation, so the keys forbid it. */
export const SEALED_TABLES: readonly SealedTable[] = [
  { table: 'client_keys', key: ['id'], batch: 100, binding: clientKeyBinding },
  { table: 'oauth_records', key: ['model', 'id'], batch: 100, binding: oauthRecordBinding },
  { table: 'user_totp', key: ['user_id'], batch: 100, binding: totpBinding },
  { table: 'service_keys', key: ['id'], batch: 100, binding: serviceKeyBinding },
  {
    table: 'task_samples',
    key: ['token_id', 'sample_index'],
    batch: 20,
    binding: taskSampleBinding,
  },
  { table: 'image_looks', key: ['id'], batch: 100, binding: perceptualHashBinding },
  { table: 'webhooks', key: ['id'], batch: 100, binding: webhookBinding },
  { table: 'webhook_deliveries', key: ['id'], batch: 100, binding: webhookDeliveryBinding },
  { table: 'templates', key: BCID, batch: 100, binding: templateBinding },
  { table: 'thumbnails', key: [...BCID, 'feature_id'], batch: 20, binding: thumbnailBinding },
];
