/** Reads a backup into an empty database of either kind. */

import { type Kysely, sql } from 'kysely';
import { closing } from '../async.ts';
import { InvalidArgument } from '../errors.ts';
import { MIGRATIONS } from '../storage/migrations/all.ts';
import { type DatabaseLocation, openDatabase } from '../storage/open-database.ts';
import type { Schema } from '../storage/schema.ts';
import { readJson } from './archive-json.ts';
import { BACKUP, BackupManifest, type BackupReport } from './backup.ts';
import type { OpenedStream } from './sealed-stream.ts';
import { readLine, rowInserter } from './table-lines.ts';

/** A backup whose header was read. */
export interface OpenedBackup {
  readonly manifest: BackupManifest;
  readonly lines: AsyncIterable<string>;
}

/** @throws InvalidArgument no backup, changed, or of a newer release */
export async function openBackup({ header, plain }: OpenedStream): Promise<OpenedBackup> {
  if (header.content !== BACKUP)
    throw new InvalidArgument(`the file holds ${header.content}, not a backup`);
  const lines = linesOf(plain);
  const first = await lines.next();
  if (first.done) throw new InvalidArgument('the backup is empty');
  const manifest = readJson(BackupManifest, first.value, 'the backup has no manifest');
  const newest = MIGRATIONS.at(-1)?.version ?? 0;
  if (manifest.version > newest)
    throw new InvalidArgument(
      `the backup has schema version ${manifest.version}, this release knows ${newest}`,
    );
  return { manifest, lines };
}

/**
 * All or nothing, with the tables of the backup's release.
 * @param accept looks at what was read before it is kept @throws InvalidArgument; what `accept` throws
 */
export async function restore(
  location: DatabaseLocation,
  { manifest, lines }: OpenedBackup,
  accept: (db: Kysely<Schema>) => Promise<void>,
): Promise<BackupReport> {
  await using database = closing(await openDatabase(location, manifest.version));
  // Not `write`, which may run twice: the file can be read only once.
  return await database.db.transaction().execute(async (trx) => {
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
    await accept(trx);
    return { tables };
  });
}

async function requireEmpty(trx: Kysely<Schema>, table: string): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(trx);
  if (rows.length > 0)
    throw new InvalidArgument(
      `the database is not empty (${table}): restore into a new one, then change over to it`,
    );
}

/** Bytes of a line: a row with images as base64 fits. */
const LONGEST_LINE = 256 * 1024 * 1024;

async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      held.push(piece.subarray(from, end));
      yield Buffer.concat(held).toString('utf8');
      held = [];
      length = 0;
      from = end + 1;
    }
    length += piece.length - from;
    if (length > LONGEST_LINE) throw new InvalidArgument('a line of the backup is too long');
    held.push(piece.subarray(from));
  }
  if (held.some(({ length }) => length > 0)) throw new InvalidArgument('the backup ends too soon');
}
