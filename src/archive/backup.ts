/** Writes the whole database, as it is at one moment, into one sealed file. */
import { type Static, Type } from 'typebox';
import type { Database } from '../storage/database.ts';
import { readSnapshot, type Snapshot } from '../storage/snapshot.ts';
import { type ArchiveSecret, sealStream } from './sealed-stream.ts';
import { rowLine, tableLine } from './table-lines.ts';

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
  return readSnapshot(database, dataDir, async (snapshot) => {
    const tables: Record<string, number> = {};
    await write(sealStream(lines(snapshot, options, tables), BACKUP, options.secret));
    return { tables };
  });
}

async function* lines(
  snapshot: Snapshot,
  { release, masterKey }: BackupOptions,
  tables: Record<string, number>,
): AsyncGenerator<Buffer> {
  const manifest: BackupManifest = {
    ...{ release, version: snapshot.version },
    ...(masterKey !== undefined && { masterKey }),
  };
  yield Buffer.from(`${JSON.stringify(manifest)}\n`);
  for (const table of snapshot.tables) {
    tables[table] = 0;
    let columns: readonly string[] | undefined;
    for await (const row of snapshot.rows(table)) {
      if (columns === undefined) {
        columns = Object.keys(row);
        yield Buffer.from(tableLine(table, columns));
      }
      yield Buffer.from(rowLine(row, columns));
      tables[table]++;
    }
  }
}
