/** All tables at one moment, read while others continue to write. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { DAY_MS } from '../durations.ts';
import type { Database } from './database.ts';
import { inSnapshot } from './in-snapshot.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface Snapshot {
  /** Version of the tables; see migrations/all.ts. */
  readonly version: number;
  /** Names of all tables, each after those it refers to. */
  readonly tables: readonly string[];
  rows(table: string): AsyncIterable<Row>;
}

const ROWS_AT_ONCE = 500;

/** Runs `work` on a snapshot: SQLite on a copy, PostgreSQL in a reading transaction. */
export function readSnapshot<T>(
  database: Database,
  dataDir: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return database.kind === 'sqlite'
    ? sqliteSnapshot(database, dataDir, work)
    : postgresSnapshot(database, work);
}

async function sqliteSnapshot<T>(
  { db }: Database,
  dataDir: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  await removeForgotten(dataDir);
  const folder = await mkdtemp(join(dataDir, PREFIX));
  try {
    await sql`vacuum into ${join(folder, 'prosopon.db')}`.execute(db);
    await using copy = new Kysely<Schema>({ dialect: openSqlite(folder) });
    const { rows } = await sql<Reference>`select m.name, f."table" as target
      from sqlite_master as m left join pragma_foreign_key_list(m.name) as f
      where m.type = 'table' and m.name not like 'sqlite_%'`.execute(copy);
    return await work({
      version: await versionOf(copy),
      tables: inOrder(rows),
      rows: (table) =>
        copy
          .selectFrom(table as 'jobs')
          .selectAll()
          .stream(ROWS_AT_ONCE),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const PREFIX = 'snapshot-';

/** Copies of a killed process: a later erasure would not have reached them. */
async function removeForgotten(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(dataDir, name);
    const { mtimeMs } = await stat(folder);
    if (mtimeMs < Date.now() - DAY_MS) await rm(folder, { recursive: true, force: true });
  }
}

function postgresSnapshot<T>(
  database: Database,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return inSnapshot(database, async (trx) => {
    const { rows } = await sql<Reference>`select c.relname as name, t.relname as target
      from pg_class as c
      left join pg_constraint as f on f.conrelid = c.oid and f.contype = 'f'
      left join pg_class as t on t.oid = f.confrelid
      where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace`.execute(
      trx,
    );
    return work({
      version: await versionOf(trx),
      tables: inOrder(rows),
      rows: (table) => cursor(trx, table),
    });
  });
}

async function* cursor(trx: Kysely<Schema>, table: string): AsyncGenerator<Row> {
  await sql`declare snapshot_rows no scroll cursor for select * from ${sql.table(table)}`.execute(
    trx,
  );
  try {
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from snapshot_rows`.execute(
        trx,
      );
      yield* rows;
      if (rows.length < ROWS_AT_ONCE) return;
    }
  } finally {
    await sql`close snapshot_rows`.execute(trx);
  }
}

/** A table, and a table it refers to. */
interface Reference {
  readonly name: string;
  readonly target: string | null;
}

/** Leaves out the migration steps that made the tables: a restore knows them. */
const STEPS = 'schema_versions';
/** Recomputed from other tables when needed. */
const DERIVED = 'gallery_vectors';

function inOrder(references: readonly Reference[]): readonly string[] {
  const targets = Map.groupBy(references, ({ name }) => name);
  const ordered = new Set<string>();
  const visit = (name: string) => {
    if (ordered.has(name)) return;
    for (const { target } of targets.get(name) ?? [])
      if (target !== null && target !== name) visit(target);
    ordered.add(name);
  };
  for (const name of [...targets.keys()].sort()) visit(name);
  ordered.delete(STEPS);
  ordered.delete(DERIVED);
  return [...ordered];
}

/** Version of the tables. */
export async function versionOf(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select max(version) as version from ${sql.table(STEPS)}`.execute(db);
  return rows[0]?.version ?? 0;
}
