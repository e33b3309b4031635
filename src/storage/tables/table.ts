/** Tables as they are declared: each column once, for the database and for TypeScript. */
import { type RawBuilder, sql } from 'kysely';

/** A column with values of type `T`. */
export interface Column<T> {
  readonly type: 'text' | 'integer' | 'bigint' | 'double precision' | 'bytes';
  readonly isNullable: boolean;
  /** Constraints, in which `$` is the name of the column. */
  readonly rest: string;
  /** Never set: it carries the type. */
  readonly values?: T;
}

const ofType =
  <T>(type: Column<T>['type']) =>
  (rest = ''): Column<T> => ({ type, isNullable: false, rest });

export const text = <T extends string = string>(rest = ''): Column<T> => ofType<T>('text')(rest);
export const integer = ofType<number>('integer');
export const bigint = ofType<bigint>('bigint');
export const real = ofType<number>('double precision');
export const bytes = (length?: number): Column<Uint8Array> =>
  ofType<Uint8Array>('bytes')(length === undefined ? '' : `check (length($) = ${length})`);

/** RFC 3339 in UTC, of fixed length, so that times compare equally everywhere. */
export const time = (): Column<string> => ofLength(24);
export const ofLength = (length: number): Column<string> => text(`check (length($) = ${length})`);
export const upTo = (most: number, least = 1): Column<string> =>
  text(`check (length($) between ${least} and ${most})`);
export const oneOf = <const V extends readonly string[]>(...values: V): Column<V[number]> =>
  text<V[number]>(`check ($ in (${values.map((value) => `'${value}'`).join(', ')}))`);
/** 0 or 1. */
export const flag = (): Column<number> => integer('check ($ in (0, 1))');
/** The id of a row of that table, with which the row goes. */
export const of = (table: string, column = 'id'): Column<string> =>
  text(`references ${table} (${column}) on delete cascade`);

export const orNull = <T>(column: Column<T>): Column<T | null> => ({ ...column, isNullable: true });
/** The primary key. */
export const key = <T>(column: Column<T>): Column<T> => ({
  ...column,
  rest: `primary key ${column.rest}`,
});

/** Sealed bytes: the content, and its data key, wrapped by the key-encryption key `kek_id`. */
export const SEALED = {
  kek_id: text('references key_encryption_keys (id)'),
  data_key: bytes(60),
  body: bytes(),
  signature: bytes(32),
};

/** Keyed seal of the whole row. Rows are only used with a valid seal; see sealing/bound-rows.ts. */
export const BOUND = { seal: bytes(32) };

/** The class of a row. */
export const CLASS = { storage: text(), partition: text(), class_id: bigint() };

/** Rows of a template, with which they go. */
export const OF_TEMPLATE =
  'foreign key (storage, partition, class_id) references templates (storage, partition, class_id) on delete cascade';

type Columns = Readonly<Record<string, Column<unknown>>>;

interface Table<C extends Columns> {
  readonly columns: C;
  /** A primary key of several columns. */
  readonly key?: string;
  readonly references?: string;
  /** Columns of each index by the end of its name, `<table>_by_<name>`. */
  readonly indexes: Readonly<Record<string, string>>;
  /** SQLite keeps the rows in the order of their key. */
  readonly byKey?: true;
}

/** Declares a table. Sealed rows have an index by their key-encryption key. */
export const table = <C extends Columns>(
  columns: C,
  { indexes = {}, ...more }: Partial<Omit<Table<C>, 'columns'>> = {},
): Table<C> => ({
  ...{ columns, ...more },
  indexes: { ...indexes, ...('kek_id' in columns && { kek: 'kek_id' }) },
});

/** Columns of the primary key. */
export const keyOf = ({ columns, key: primary }: Table<Columns>): readonly string[] =>
  primary?.split(', ') ??
  Object.keys(columns).filter((name) => columns[name]!.rest.startsWith('primary key'));

/** Rows of tables by name, as Kysely sees them. */
export type RowsOf<Tables extends Readonly<Record<string, Table<Columns>>>> = {
  [Name in keyof Tables]: {
    -readonly [C in keyof Tables[Name]['columns']]: Tables[Name]['columns'][C] extends Column<
      infer T
    >
      ? T
      : never;
  };
};

/** Statements that create the table and its indexes. */
export function statementsOf(
  name: string,
  { columns, key: primary, references, indexes, byKey }: Table<Columns>,
  kind: 'sqlite' | 'postgres',
): readonly RawBuilder<unknown>[] {
  const bytesType = kind === 'sqlite' ? 'blob' : 'bytea';
  const lines = Object.entries(columns).map(([column, { type, isNullable, rest }]) =>
    [
      ...[column, type === 'bytes' ? bytesType : type, ...(isNullable ? [] : ['not null'])],
      rest.replaceAll('$', column),
    ].join(' '),
  );
  if (primary !== undefined) lines.push(`primary key (${primary})`);
  if (references !== undefined) lines.push(references);
  const tail = byKey && kind === 'sqlite' ? ' without rowid' : '';
  return [
    `create table ${name} (${lines.join(', ')})${tail}`,
    ...Object.entries(indexes).map(
      ([index, of]) => `create index ${name}_by_${index} on ${name} (${of})`,
    ),
  ].map((statement) => sql.raw(statement));
}
