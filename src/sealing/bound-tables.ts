/** Every table whose rows say what somebody may do: each row ends in a keyed seal. */

interface Bound {
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /**
   * Whether the rows are accounted for as a set, so that one that is gone, or was put back as it
   * once was, is found by the next check. Not those that end by themselves.
   */
  readonly counted: boolean;
}

export const BOUND_TABLES = {
  settings: { key: ['name'], counted: true },
  encoder_versions: { key: ['version'], counted: true },
  clients: { key: ['id'], counted: true },
  client_keys: { key: ['id'], counted: true },
  users: { key: ['id'], counted: true },
  user_totp: { key: ['user_id'], counted: true },
  user_passkeys: { key: ['id'], counted: true },
  face_consents: { key: ['user_id', 'given'], counted: true },
  application_consents: { key: ['user_id', 'client_id'], counted: true },
  account_sessions: { key: ['id'], counted: false },
  account_links: { key: ['id'], counted: false },
  sign_ins: { key: ['id'], counted: false },
  webhooks: { key: ['id'], counted: true },
} as const satisfies Readonly<Record<string, Bound>>;

export type BoundTable = keyof typeof BOUND_TABLES;

export type AnyRow = Readonly<Record<string, unknown>>;

export const isBoundTable = (name: string): name is BoundTable => name in BOUND_TABLES;

/** The primary key of a row as text. */
export const keyText = (table: BoundTable, row: object): string =>
  BOUND_TABLES[table].key.map((column) => String((row as AnyRow)[column])).join(' ');
