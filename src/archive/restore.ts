/** Reads a backup into an empty database of either kind. */

import { type Kysely, sql } from 'kysely';
import { closing } from '../async.ts';
import { InvalidArgument } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import { versionOf } from '../storage/migrate.ts';
import { MIGRATIONS } from '../storage/migrations/all.ts';
import { type DatabaseLocation, openDatabase } from '../storage/open-database.ts';
import { isPostgresConflict, SERVICE_NAME } from '../storage/postgres.ts';
import type { Schema } from '../storage/schema.ts';
import { BACKUP, BackupManifest, type BackupReport } from './backup.ts';
import { linesOf, readJson } from './json-lines.ts';
import type { OpenedStream } from './sealed-stream.ts';
import { readLine, rowInserter } from './table-lines.ts';

/** A backup whose header was read. */
export interface OpenedBackup {
  readonly manifest: BackupManifest;
  readonly lines: AsyncIterable<string>;
}

/** @throws InvalidArgument no backup, changed, or of another release's tables */
export async function openBackup({ header, plain }: OpenedStream): Promise<OpenedBackup> {
  if (header.content !== BACKUP)
    throw new InvalidArgument(`the file holds ${header.content}, not a backup`);
  const lines = linesOf(plain);
  const first = await lines.next();
  if (first.done) throw new InvalidArgument('the backup is empty');
  const manifest = readJson(BackupManifest, first.value, 'the backup has no manifest');
  const newest = MIGRATIONS.at(-1)?.version ?? 0;
  if (manifest.version !== newest)
    throw new InvalidArgument(
      `the backup has schema version ${manifest.version}, this release has ${newest}: ` +
        'restore it with the release that made it',
    );
  return { manifest, lines };
}

/**
 * All or nothing. A service that starts meanwhile waits.
 * @param accept looks at what was read before it is kept
 * @throws InvalidArgument the database is not empty, or in use; what `accept` throws
 */
export async function restore(
  location: DatabaseLocation,
  { manifest, lines }: OpenedBackup,
  accept: (db: Kysely<Schema>) => Promise<void>,
): Promise<BackupReport> {
  await using database = closing(await openDatabase(location, OWN_NAME));
  const { db, kind } = database;
  const transaction =
    kind === 'sqlite' ? db.transaction() : db.transaction().setIsolationLevel('serializable');
  try {
    // Not `write`, which may run twice: the file can be read only once.
    const report = await transaction.execute(async (trx) => {
      await claim(trx, kind, manifest.version);
      const tables = await insertAll(trx, lines);
      await accept(trx);
      return { tables };
    });
    await database.onDisk();
    return report;
  } catch (error) {
    if (!isPostgresConflict(error)) throw error;
    throw new InvalidArgument('another process wrote to this database: stop it, and restore again');
  }
}

async function insertAll(trx: Kysely<Schema>, lines: AsyncIterable<string>) {
  const tables: Record<string, number> = {};
  let inserter: ReturnType<typeof rowInserter> | undefined;
  let current = '';
  for await (const text of lines) {
    const line = readLine(text);
    if ('row' in line) {
      await inserter?.add(line.row, text.length);
      tables[current] = (tables[current] ?? 0) + 1;
      continue;
    }
    await inserter?.flush();
    current = line.table;
    await requireEmpty(trx, current);
    inserter = rowInserter(trx, current, line.columns);
  }
  await inserter?.flush();
  return tables;
}

/** Of connections that cannot be mistaken for those of a service. */
const OWN_NAME = `${SERVICE_NAME} restore`;

/** @throws InvalidArgument a service uses the database, or its tables are not those of the backup */
async function claim(trx: Kysely<Schema>, kind: Database['kind'], version: number): Promise<void> {
  if (kind === 'postgres') {
    // Every process that starts reads the first table, and writes the second if that is empty. The
    // lock comes before the first read, which fixes what the transaction sees.
    await sql`lock table schema_versions, key_encryption_keys in access exclusive mode`.execute(
      trx,
    );
    await requireUnserved(trx);
  }
  await requireEmpty(trx, 'key_encryption_keys');
  const found = await versionOf(trx);
  if (found !== version)
    throw new InvalidArgument(
      `the tables have schema version ${found}, the backup ${version}: restore into a new database`,
    );
}

/** A service whose database was emptied would go on with what it remembers. */
async function requireUnserved(trx: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ address: string | null }>`
    select host(client_addr) as address from pg_stat_activity
    where datname = current_database()
      and split_part(application_name, ' - ', 1) = ${SERVICE_NAME} limit 1`.execute(trx);
  if (rows[0] === undefined) return;
  const from = rows[0].address ?? 'this machine';
  throw new InvalidArgument(`a service is connected to this database from ${from}: stop it first`);
}

async function requireEmpty(trx: Kysely<Schema>, table: string): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(trx);
  if (rows.length > 0)
    throw new InvalidArgument(
      `the database is not empty (${table}): restore into a new one, then change over to it`,
    );
}
