/** Statements on rows selected by columns: every member of an object is taken for a column. */
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Schema, TABLES } from './schema.ts';
import { keyOf } from './tables/table.ts';

type Table = keyof Schema;
type Database = Kysely<Schema>;
/** Columns that select rows: nothing equals null. */
export type Columns<T extends Table> = {
  readonly [Name in keyof Schema[T]]?: NonNullable<Schema[T][Name]>;
};

/** The condition that these columns have these values. */
const equal = (columns: object) =>
  sql.join(
    Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    sql` and `,
  );

/** The row selected by these columns; undefined: there is none. */
export async function findRow<T extends Table>(
  db: Database,
  table: T,
  columns: Columns<T>,
): Promise<Schema[T] | undefined> {
  const { rows } = await sql<Schema[T]>`select * from ${sql.table(table)}
    where ${equal(columns)} limit 1`.execute(db);
  return rows[0];
}

export async function countRows<T extends Table>(
  db: Database,
  table: T,
  columns: Columns<T>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select cast(count(*) as integer) as n
    from ${sql.table(table)} where ${equal(columns)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function insertRow<T extends Table>(
  trx: Database,
  table: T,
  row: Schema[T],
): Promise<void> {
  await insertion(table, row).execute(trx);
}

/** Inserts the row, or changes the row of that key. */
export async function putRow<T extends Table, Key extends keyof Schema[T]>(
  trx: Database,
  table: T,
  key: Pick<Schema[T], Key>,
  change: Omit<Schema[T], Key>,
): Promise<void> {
  await sql`${insertion(table, { ...key, ...change })}
    on conflict (${sql.join(Object.keys(key).map((name) => sql.ref(name)))})
    do update set ${assignments(change)}`.execute(trx);
}

/** Returns how many rows were changed. */
export async function updateRows<T extends Table>(
  trx: Database,
  table: T,
  columns: Columns<T>,
  change: Partial<Schema[T]>,
): Promise<number> {
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${assignments(change)}
    where ${equal(columns)}`.execute(trx);
  return Number(numAffectedRows);
}

/** Deletes the rows selected by these columns; returns how many. */
export const deleteRows = <T extends Table>(trx: Database, table: T, columns: Columns<T>) =>
  deleteWhere(trx, table, equal(columns));

/** Deletes the rows that meet the condition; returns how many. */
export async function deleteWhere(
  trx: Database,
  table: Table,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)}
    where ${condition}`.execute(trx);
  return Number(numAffectedRows);
}

const PAGE = 500;

/** All rows in the order of their primary key, page by page. @param wanted columns; absent: all */
export async function* allRows<T extends Table, C extends keyof Schema[T] = keyof Schema[T]>(
  db: Database,
  table: T,
  wanted?: readonly (C & string)[],
): AsyncGenerator<Pick<Schema[T], C>> {
  const names = (of: readonly string[]) => sql.join(of.map((name) => sql.ref(name)));
  const key = keyOf(TABLES[table]);
  const selected = wanted === undefined ? sql`*` : names(wanted);
  for (let last: object | undefined, first = true; first || last !== undefined; first = false) {
    const at = last as Readonly<Record<string, unknown>> | undefined;
    const beyond =
      at === undefined
        ? sql<SqlBool>`1 = 1`
        : sql<SqlBool>`(${names(key)}) > (${sql.join(key.map((name) => at[name]))})`;
    const { rows } = await sql<Pick<Schema[T], C>>`select ${selected} from ${sql.table(table)}
      where ${beyond} order by ${names(key)} limit ${sql.lit(PAGE)}`.execute(db);
    yield* rows;
    last = rows.length === PAGE ? (rows.at(-1) as object) : undefined;
  }
}

const insertion = (table: Table, row: object) => sql`insert into ${sql.table(table)}
  (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) values
  (${sql.join(Object.values(row).map((value) => value ?? null))})`;

const assignments = (change: object) =>
  sql.join(Object.entries(change).map(([name, value]) => sql`${sql.ref(name)} = ${value ?? null}`));
