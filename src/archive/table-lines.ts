/** Rows of tables as lines of JSON, and back: bytes as base64, integers with all their digits. */
import { type Kysely, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { InvalidArgument } from '../errors.ts';
import type { Schema } from '../storage/schema.ts';
import { readJson } from './json-lines.ts';

const Line = Type.Union([
  Type.Object({ table: Type.String(), columns: Type.Array(Type.String(), { minItems: 1 }) }),
  Type.Object({ row: Type.Array(Type.Unknown()) }),
]);

export type Row = Readonly<Record<string, unknown>>;

/** A line names the table of the rows after it, or holds one row. */
export type Line = Static<typeof Line>;

const BIGINT = 'int8:';
const BYTES = 'b64:';
const TEXT = 'text:';

export const tableLine = (table: string, columns: readonly string[]): string =>
  `${JSON.stringify({ table, columns })}\n`;

export function rowLine(row: Row, columns: readonly string[]): string {
  return `${JSON.stringify({ row: columns.map((column) => encode(row[column])) })}\n`;
}

/** @throws InvalidArgument */
export function readLine(line: string): Line {
  const read = readJson(Line, line, 'a line is of no table');
  return 'row' in read ? { row: read.row.map(decode) } : read;
}

/** Text is marked too, so that it cannot pass for another kind of value. */
function encode(value: unknown): unknown {
  if (typeof value === 'string') return TEXT + value;
  if (typeof value === 'bigint') return BIGINT + value;
  if (value instanceof Uint8Array) return BYTES + Buffer.from(value).toString('base64');
  return value;
}

function decode(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value.startsWith(TEXT)) return value.slice(TEXT.length);
  if (/^int8:-?[0-9]{1,19}$/.test(value)) return BigInt(value.slice(BIGINT.length));
  if (value.startsWith(BYTES)) return Buffer.from(value.slice(BYTES.length), 'base64');
  throw new InvalidArgument('a row holds a value of an unknown kind');
}

/** Most bytes and rows of one statement: databases limit its size and its parameters. */
const BYTES_AT_ONCE = 4_000_000;
const PARAMETERS_AT_ONCE = 10_000;

/** Collects rows of one table and inserts them many at a time. */
export function rowInserter(db: Kysely<Schema>, table: string, columns: readonly string[]) {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  let waiting: (readonly unknown[])[] = [];
  let bytes = 0;
  const flush = async () => {
    if (waiting.length === 0) return;
    const rows = waiting.map((row) => sql`(${sql.join(row.map((value) => sql`${value}`))})`);
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(rows)}`.execute(db);
    waiting = [];
    bytes = 0;
  };
  return {
    flush,
    async add(row: readonly unknown[], size: number) {
      waiting.push(row);
      bytes += size;
      if (bytes > BYTES_AT_ONCE || (waiting.length + 1) * columns.length > PARAMETERS_AT_ONCE)
        await flush();
    },
  };
}
