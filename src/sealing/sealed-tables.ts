/** Every table with sealed rows: their keys, and what their seals are bound to. */
import type { Schema } from '../storage/schema.ts';
import type { Binding } from './key-ring.ts';

/** The primary key of rows about a class. */
export const BCID = ['storage', 'partition', 'class_id'] as const;

/** Binds rows of the table by these columns, in this order. */
const bindingOf =
  <Table>() =>
  <Name extends keyof Table>(purpose: string, ...columns: readonly Name[]) =>
  (row: { readonly [Column in Name]: Table[Column] }): Binding => ({
    purpose,
    parts: columns.map((column) => row[column] as Binding['parts'][number]),
  });

const biometric =
  <Row extends NonNullable<Binding['client']>>(binding: (row: Row) => Binding) =>
  (row: Row): Binding => ({ ...binding(row), client: row });

export const templateBinding = biometric(
  bindingOf<Schema['templates']>()('template', ...BCID, 'revision', 'encoder_version'),
);
export const thumbnailBinding = biometric(
  bindingOf<Schema['thumbnails']>()('thumbnail', ...BCID, 'feature_id', 'enrolled'),
);
export const clientKeyBinding = bindingOf<Schema['client_keys']>()(
  'client key',
  'client_id',
  'id',
  'created',
);
export const oauthRecordBinding = bindingOf<Schema['oauth_records']>()(
  'oauth record',
  'model',
  'id',
);
export const totpBinding = bindingOf<Schema['user_totp']>()('totp secret', 'user_id', 'created');
export const passkeyBinding = bindingOf<Schema['user_passkeys']>()(
  'passkey',
  'user_id',
  'id',
  'created',
);
export const taskSampleBinding = bindingOf<Schema['task_samples']>()(
  'task sample',
  'token_id',
  'sample_index',
  'tags',
);
export const livenessSessionBinding = bindingOf<Schema['liveness_sessions']>()(
  'liveness session',
  'id',
  'client_id',
  'created',
);
export const webhookBinding = bindingOf<Schema['webhooks']>()(
  'webhook secrets',
  'client_id',
  'id',
  'rotated',
);
export const webhookDeliveryBinding = bindingOf<Schema['webhook_deliveries']>()(
  'webhook delivery',
  'webhook_id',
  'id',
  'created',
);

export const serviceKeyBinding = bindingOf<Schema['service_keys']>()(
  'service key',
  'purpose',
  'id',
  'created',
);

export interface SealedTable {
  readonly table: keyof Schema;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Rows to re-wrap in one transaction. */
  readonly batch: number;
  readonly binding: (row: never) => Binding;
}

/** A missing table would lose its rows at a key rotation; foreign keys forbid that. */
export const SEALED_TABLES: readonly SealedTable[] = [
  { table: 'client_keys', key: ['id'], batch: 100, binding: clientKeyBinding },
  { table: 'oauth_records', key: ['model', 'id'], batch: 100, binding: oauthRecordBinding },
  { table: 'user_totp', key: ['user_id'], batch: 100, binding: totpBinding },
  { table: 'user_passkeys', key: ['id'], batch: 100, binding: passkeyBinding },
  { table: 'service_keys', key: ['id'], batch: 100, binding: serviceKeyBinding },
  {
    table: 'task_samples',
    key: ['token_id', 'sample_index'],
    batch: 20,
    binding: taskSampleBinding,
  },
  { table: 'liveness_sessions', key: ['id'], batch: 20, binding: livenessSessionBinding },
  { table: 'webhooks', key: ['id'], batch: 100, binding: webhookBinding },
  { table: 'webhook_deliveries', key: ['id'], batch: 100, binding: webhookDeliveryBinding },
  { table: 'webhook_messages', key: ['id'], batch: 100, binding: webhookDeliveryBinding },
  { table: 'templates', key: BCID, batch: 100, binding: templateBinding },
  { table: 'thumbnails', key: [...BCID, 'feature_id'], batch: 20, binding: thumbnailBinding },
];
