/** Every table whose rows grant something. A keyed seal protects each row. */
import { type Schema, TABLES } from '../storage/schema.ts';
import { keyOf } from '../storage/tables/table.ts';

/** Their seals are of another kind. */
const APART = ['audit_marks', 'template_revisions'] as const;

/** The tables that are declared with a seal. */
export type BoundTable = Exclude<
  { [Name in keyof Schema]: 'seal' extends keyof Schema[Name] ? Name : never }[keyof Schema],
  (typeof APART)[number]
>;

export type AnyRow = Readonly<Record<string, unknown>>;

export const BOUND_TABLES = (Object.keys(TABLES) as (keyof Schema)[]).filter(
  (name): name is BoundTable =>
    'seal' in TABLES[name].columns && !APART.some((apart) => apart === name),
);

/** Columns of the time from which a row grants nothing more. Null in it: not known yet. */
const ENDS: Readonly<Record<string, string>> = {
  client_keys: 'expires',
  account_sessions: 'expires',
  account_links: 'expires',
  sign_ins: 'expires',
  oauth_records: 'expires',
  task_tokens: 'expires',
  liveness_sessions: 'readable_until',
} satisfies { readonly [Name in BoundTable]?: keyof Schema[Name] };

/** Whether the seal covers the sealed body: the body's own binding does not prove its age. */
export const coversBody = (table: string): boolean =>
  table === 'oauth_records' || table === 'liveness_sessions';

/** When the row expires. Undefined: not by itself. */
export function endOf(table: BoundTable, row: object): string | undefined {
  const column = ENDS[table];
  const end = column === undefined ? undefined : (row as AnyRow)[column];
  return typeof end === 'string' ? end : undefined;
}

/** The primary key of a row. */
export const keyOfRow = (table: BoundTable, row: object): AnyRow =>
  Object.fromEntries(keyOf(TABLES[table]).map((name) => [name, (row as AnyRow)[name]]));

/** The same as text. */
export const keyText = (table: BoundTable, row: object): string =>
  Object.values(keyOfRow(table, row)).join(' ');
