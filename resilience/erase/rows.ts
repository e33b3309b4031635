/** All rows of a database, and byte samples that would identify them in its files. */
import { sql } from 'kysely';
import type { Database } from '../../src/storage/database.ts';

export type Rows = ReadonlyMap<
  string,
  { readonly table: string; readonly values: readonly unknown[] }
>;

/** Keyed by their whole content. */
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

/** The rows that none of the others contain. */
export const without = (rows: Rows, ...others: readonly Rows[]): Rows =>
  new Map([...rows].filter(([key]) => others.every((other) => !other.has(key))));

/** Length of a sample, as the search needs it. */
const SAMPLE = 16;
const DISTANCE = 256;

/** Samples of all texts and bytes in the rows that are too long to occur by chance. */
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

/** Tables with rows that contain one of the texts. */
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
