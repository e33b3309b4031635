/** Writes the whole database, as it is at one moment, into one sealed file. */
import type { Kysely } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Database } from '../storage/database.ts';
import { versionOf } from '../storage/migrate.ts';
import { allRows } from '../storage/rows.ts';
import { type Schema, TABLES } from '../storage/schema.ts';
import { readSnapshot } from '../storage/snapshot.ts';
import { type ArchiveSecret, sealStream } from './sealed-stream.ts';
import { type Row, rowLine, tableLine } from './table-lines.ts';

export const BACKUP = 'backup';

/** First line of a backup. */
export const BackupManifest = Type.Object({
  /** Of the program that made it. */
  release: Type.String(),
  /** Version of the tables. */
  version: Type.Integer({ minimum: 1 }),
  /** Base64; absent: the master key is not in it. */
  masterKey: Type.Optional(Type.String()),
});

export type BackupManifest = Readonly<Static<typeof BackupManifest>>;

export interface BackupOptions {
  readonly release: string;
  readonly secret: ArchiveSecret;
  /** Base64 of the master key, if the backup should hold it. */
  readonly masterKey?: string;
}

export interface BackupReport {
  /** Rows of each table. */
  readonly tables: Readonly<Record<string, number>>;
}

/** Seals the rows of one moment with `secret`. @param write receives pieces of the file */
export function backup(
  database: Database,
  dataDir: string,
  options: BackupOptions,
  write: (pieces: AsyncIterable<Buffer>) => Promise<void>,
): Promise<BackupReport> {
  return readSnapshot(database, dataDir, async (db) => {
    const tables: Record<string, number> = {};
    // PostgreSQL fixes the moment at the first statement.
    const version = await versionOf(db);
    await write(sealStream(lines(db, version, options, tables), BACKUP, options.secret));
    return { tables };
  });
}

async function* lines(
  db: Kysely<Schema>,
  version: number,
  { release, masterKey }: BackupOptions,
  tables: Record<string, number>,
): AsyncGenerator<Buffer> {
  const manifest: BackupManifest = {
    ...{ release, version },
    ...(masterKey !== undefined && { masterKey }),
  };
  yield Buffer.from(`${JSON.stringify(manifest)}\n`);
  for (const table of Object.keys(TABLES) as (keyof Schema)[]) {
    const columns = Object.keys(TABLES[table].columns);
    tables[table] = 0;
    for await (const row of allRows(db, table)) {
      if (tables[table]++ === 0) yield Buffer.from(tableLine(table, columns));
      yield Buffer.from(rowLine(row as object as Row, columns));
    }
  }
}
