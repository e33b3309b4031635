/** All tables at one moment, read while others continue to write. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { DAY_MS } from '../durations.ts';
import type { Database } from './database.ts';
import { inSnapshot } from './in-snapshot.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';

/** Runs `work` on a snapshot: SQLite on a copy, which keeps no writer waiting. */
export async function readSnapshot<T>(
  database: Database,
  dataDir: string,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  if (database.kind === 'postgres') return inSnapshot(database, work);
  await removeForgotten(dataDir);
  const folder = await mkdtemp(join(dataDir, PREFIX));
  try {
    await sql`vacuum into ${join(folder, 'prosopon.db')}`.execute(database.db);
    await using copy = new Kysely<Schema>({ dialect: openSqlite(folder) });
    return await work(copy);
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
