/** Every table with sealed rows, and what their seals are bound to. */
import type { Schema } from '../storage/schema.ts';
import type { Binding } from './key-ring.ts';

/** The primary key of rows about a class. */
export const BCID = ['storage', 'partition', 'class_id'] as const;

type OfClient = NonNullable<Binding['client']>;

/** The tables that are declared with sealed columns: a key rotation loses the rows of others. */
export type SealedTable = {
  [Name in keyof Schema]: 'kek_id' extends keyof Schema[Name] ? Name : never;
}[keyof Schema];

const DELIVERY = ['webhook delivery', 'webhook_id', 'id', 'created'] as const;

/** A name, and columns in order. */
const BINDINGS = {
  client_keys: ['client key', 'client_id', 'id', 'created'],
  oauth_records: ['oauth record', 'model', 'id'],
  user_totp: ['totp secret', 'user_id', 'created'],
  user_passkeys: ['passkey', 'user_id', 'id', 'created'],
  service_keys: ['service key', 'purpose', 'id', 'created'],
  task_samples: ['task sample', 'token_id', 'sample_index', 'tags'],
  liveness_sessions: ['liveness session', 'id', 'client_id', 'created'],
  webhooks: ['webhook secrets', 'client_id', 'id', 'rotated'],
  webhook_deliveries: DELIVERY,
  webhook_messages: DELIVERY,
  templates: ['template', ...BCID, 'revision', 'encoder_version'],
  thumbnails: ['thumbnail', ...BCID, 'feature_id', 'enrolled'],
} as const satisfies {
  readonly [Name in SealedTable]: readonly [string, ...(keyof Schema[Name])[]];
};

export const SEALED_TABLES = Object.keys(BINDINGS) as readonly SealedTable[];

type BoundColumns<Name extends SealedTable> = (typeof BINDINGS)[Name] extends readonly [
  string,
  ...infer Columns,
]
  ? Columns[number] & keyof Schema[Name]
  : never;

/** What the seal of a row is bound to. */
export function bindingOf<Name extends SealedTable>(
  table: Name,
  row: Pick<Schema[Name], BoundColumns<Name>>,
): Binding {
  const [purpose, ...columns] = BINDINGS[table];
  const values = row as unknown as Readonly<Record<string, Binding['parts'][number]>>;
  const binding = { purpose, parts: columns.map((column) => values[column]!) };
  const isBiometric = table === 'templates' || table === 'thumbnails';
  return isBiometric ? { ...binding, client: row as unknown as OfClient } : binding;
}

/** Rows to re-wrap in one transaction: fewer of those with images. */
export const batchOf = (table: SealedTable): number =>
  ['task_samples', 'liveness_sessions', 'thumbnails'].includes(table) ? 20 : 100;
