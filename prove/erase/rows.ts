/** All rows of a database, and the bytes by which they would be known again in its files. */
import { sql } from 'kysely';
import type { Database } from '../../src/storage/database.ts';

export type Rows = ReadonlyMap<
  string,
  { readonly table: string; readonly values: readonly unknown[] }
>;

/** By their whole content. */
export async function readRows({ db }: Database): Promise<Rows> {
  const rows = new Map<string, { table: string; values: unknown[] }>();
  for (const { name: table } of await db.introspection.getTables()) {
    const found = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    for (const row of found.rows) {
      const values = Object.values(row);
      const texts = values.map((value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value),
      );
      rows.set(`${table} ${texts.join('|')}`, { table, values });
    }
  }
  return rows;
}

/** Those of `rows` that are not in any of the others. */
export const without = (rows: Rows, ...others: readonly Rows[]): Rows =>
  new Map([...rows].filter(([key]) => others.every((other) => !other.has(key))));

/** Of the length that the search wants. */
const SAMPLE = 16;
const DISTANCE = 256;

/** Samples of all texts and bytes of the rows that are long enough to be found nowhere by chance. */
export function samplesOf(rows: Rows, kept: Rows): Buffer[] {
  const pieces = (from: Rows) =>
    [...from.values()]
      .flatMap(({ values }) => values)
      .flatMap((value) => {
        if (typeof value !== 'string' && !(value instanceof Uint8Array)) return [];
        const bytes = Buffer.from(value as string);
        const count = Math.ceil((bytes.length - SAMPLE + 1) / DISTANCE);
        return Array.from({ length: Math.max(0, count) }, (_, i) =>
          bytes.subarray(i * DISTANCE, i * DISTANCE + SAMPLE),
        );
      });
  const still = new Set(pieces(kept).map((piece) => piece.toString('latin1')));
  const samples = new Map(pieces(rows).map((piece) => [piece.toString('latin1'), piece]));
  return [...samples].filter(([text]) => !still.has(text)).map(([, piece]) => piece);
}

/** The tables with rows that hold one of the texts. */
export function tablesWith(rows: Rows, texts: readonly string[]): string[] {
  const found = [...rows.values()].filter(({ values }) =>
    values.some((value) => {
      const text =
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
      return texts.some((one) => text.includes(one));
    }),
  );
  return [...new Set(found.map(({ table }) => table))];
}
