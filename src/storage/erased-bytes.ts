/** Searches for traces after an erasure: rows of a class, and bytes of its rows. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type ClassKey, isOf } from './class-key.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** Announce that a class changed, so that every process reads it again. Not personal data. */
const NOTICES = new Set(['class_changes']);

/** Tables with rows of classes, from every release. */
export async function classTables({ db }: Pick<Database, 'db'>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ columns }) => {
      const names = columns.map(({ name }) => name);
      return ['storage', 'partition', 'class_id'].every((name) => names.includes(name));
    })
    .map(({ name }) => name)
    .filter((name) => !NOTICES.has(name))
    .sort();
}

/** Rows of the class, or of all classes of the partition, in the table. */
export async function countClassRows(
  db: Kysely<Schema>,
  table: string,
  key: Parameters<typeof isOf>[0],
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select cast(count(*) as integer) as n
    from ${sql.table(table)} where ${isOf(key)}`.execute(db);
  return rows[0]?.n ?? 0;
}

const SAMPLE_BYTES = 16;
const SAMPLE_DISTANCE = 512;

/** Samples of all bytes in the rows of the class: random, so found nowhere by chance. */
export async function sampleRows(
  db: Kysely<Schema>,
  tables: readonly string[],
  key: ClassKey,
): Promise<readonly Buffer[]> {
  const samples: Buffer[] = [];
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}
      where ${isOf(key)}`.execute(db);
    for (const value of rows.flatMap((row) => Object.values(row)))
      if (value instanceof Uint8Array)
        for (let at = 0; at + SAMPLE_BYTES <= value.length; at += SAMPLE_DISTANCE)
          samples.push(Buffer.from(value.subarray(at, at + SAMPLE_BYTES)));
  }
  return samples;
}

export interface FileTraces {
  /** Relative to the folder. */
  readonly file: string;
  /** Samples found in it. */
  readonly found: number;
}

/** Reads every file below `dir` once. @param leftOut folders that hold no rows */
export async function findInFiles(
  dir: string,
  samples: readonly Buffer[],
  leftOut: ReadonlySet<string>,
): Promise<readonly FileTraces[]> {
  const searched: FileTraces[] = [];
  const find = sampleFinder(samples);
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const file = relative(dir, join(entry.parentPath, entry.name));
    if (!entry.isFile() || leftOut.has(file.split(/[\\/]/)[0]!)) continue;
    const pieces = createReadStream(join(dir, file), { highWaterMark: 1 << 20 });
    searched.push({ file, found: (await find(pieces as AsyncIterable<Buffer>)).size });
  }
  return searched;
}

/**
 * Finds samples in bytes that come in pieces. They are kept by their first four bytes; a table of
 * two bytes rules out nearly every place quickly.
 */
export function sampleFinder(samples: readonly Buffer[]) {
  const beginnings = new Uint8Array(65_536);
  const byBeginning = Map.groupBy(samples, (sample) => sample.readUInt32BE(0));
  for (const sample of samples) beginnings[sample.readUInt16BE(0)] = 1;
  return async (pieces: AsyncIterable<Buffer>): Promise<ReadonlySet<Buffer>> => {
    const found = new Set<Buffer>();
    let rest = Buffer.alloc(0);
    for await (const piece of pieces) {
      const bytes = Buffer.concat([rest, piece]);
      const end = bytes.length - SAMPLE_BYTES;
      for (let at = 0; at <= end; at++) {
        if (beginnings[(bytes[at]! << 8) | bytes[at + 1]!] === 0) continue;
        for (const sample of byBeginning.get(bytes.readUInt32BE(at)) ?? [])
          if (sample.equals(bytes.subarray(at, at + SAMPLE_BYTES))) found.add(sample);
      }
      rest = bytes.subarray(Math.max(0, end + 1));
    }
    return found;
  };
}
