/** Every table whose rows grant something. A keyed seal protects each row. */

interface Bound {
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Whether the seal covers the sealed body: the body's own binding does not prove its age. */
  readonly body?: true;
  /** Column of the time from which the row grants nothing more. Null: not known yet. */
  readonly ends?: string;
}

export const BOUND_TABLES = {
  settings: { key: ['name'] },
  encoder_versions: { key: ['version'] },
  clients: { key: ['id'] },
  client_keys: { key: ['id'], ends: 'expires' },
  users: { key: ['id'] },
  user_totp: { key: ['user_id'] },
  user_passkeys: { key: ['id'] },
  user_recovery_codes: { key: ['user_id'] },
  known_browsers: { key: ['user_id', 'id'] },
  face_consents: { key: ['user_id', 'given'] },
  application_consents: { key: ['user_id', 'client_id'] },
  account_sessions: { key: ['id'], ends: 'expires' },
  account_links: { key: ['id'], ends: 'expires' },
  sign_ins: { key: ['id'], ends: 'expires' },
  oauth_records: { key: ['model', 'id'], body: true, ends: 'expires' },
  task_tokens: { key: ['token_id'], ends: 'expires' },
  liveness_sessions: { key: ['id'], body: true, ends: 'readable_until' },
  webhooks: { key: ['id'] },
} as const satisfies Readonly<Record<string, Bound>>;

export type BoundTable = keyof typeof BOUND_TABLES;

export type AnyRow = Readonly<Record<string, unknown>>;

export const isBoundTable = (name: string): name is BoundTable => name in BOUND_TABLES;

/** Whether the seal of the table's rows covers their sealed body. */
export const coversBody = (table: string): boolean =>
  isBoundTable(table) && 'body' in BOUND_TABLES[table];

/** When the row expires. Undefined: not by itself. */
export function endOf(table: BoundTable, row: object): string | undefined {
  const { ends }: Bound = BOUND_TABLES[table];
  const end = ends === undefined ? undefined : (row as AnyRow)[ends];
  return typeof end === 'string' ? end : undefined;
}

/** The primary key of a row as text. */
export const keyText = (table: BoundTable, row: object): string =>
  BOUND_TABLES[table].key.map((column) => String((row as AnyRow)[column])).join(' ');
