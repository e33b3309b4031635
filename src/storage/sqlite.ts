/** Embedded SQLite: `node:sqlite` behind Kysely's SQLite dialect, with exact 64-bit integers. */
import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { giveToOwner } from '../config/owner.ts';

/** Prepared statements to keep; the service has about a hundred different ones. */
const PREPARED_MAX = 200;

/** Short, because waiting for another process's lock blocks the event loop. `write` retries. */
const BUSY_TIMEOUT_MS = 25;

/** Locks for writing at the beginning, so that reading and then writing cannot fail in between. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk has already rolled back. Keep that error visible. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!/no transaction is active/.test(String(error))) throw error;
    });
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#config);
  }
}

type Row = Record<string, unknown>;

/** Reads columns declared `bigint` as bigint, all other integers as numbers. */
function readStatement(statement: StatementSync): SqliteStatement {
  const columns = statement.columns();
  const names = columns.map(({ name }) => name);
  const exact = columns.map(({ type }) => type === 'bigint');
  if (exact.includes(true)) statement.setReadBigInts(true);
  // Objects made here are faster to make and to read. The types do not know the array mode.
  statement.setReturnArrays(true);
  const toRow = (given: unknown): Row => {
    const values = given as readonly SQLOutputValue[];
    const row: Row = {};
    for (let i = 0; i < names.length; i++) {
      const value = values[i];
      row[names[i]!] = typeof value === 'bigint' && !exact[i] ? Number(value) : value;
    }
    return row;
  };
  const inputs = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
  return {
    reader: columns.length > 0,
    all: (parameters) => statement.all(...inputs(parameters)).map(toRow),
    run: (parameters) => statement.run(...inputs(parameters)),
    *iterate(parameters) {
      for (const row of statement.iterate(...inputs(parameters))) yield toRow(row);
    },
  };
}

/** Another connection holds the lock (SQLITE_BUSY, SQLITE_LOCKED and their extended codes). */
export function isSqliteBusy(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | undefined)?.errcode;
  return typeof code === 'number' && ((code & 0xff) === 5 || (code & 0xff) === 6);
}

/** SQLITE_FULL, SQLITE_IOERR, SQLITE_READONLY and their extended codes. */
const OBSTACLES: Readonly<Record<number | string, string>> = {
  13: 'its disk is full',
  10: 'its disk fails',
  8: 'its files are read-only',
  // Of the write-ahead log, during a sync.
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  EIO: 'its disk fails',
};

/** The obstacle that prevents writes; undefined: the error is about something else. */
export function sqliteObstacle(error: unknown): string | undefined {
  const { errcode, code } = (error ?? {}) as { errcode?: unknown; code?: unknown };
  return OBSTACLES[typeof errcode === 'number' ? errcode & 0xff : String(code)];
}

/** The write-ahead log. It exists from the first commit until every process has closed. */
export function writeAheadLog(dataDir: string) {
  let opened: FileHandle | undefined;
  return {
    /** Resolves when all commits are on the disk. */
    async sync() {
      opened ??= await openListed(dataDir, 'prosopon.db-wal');
      await opened.datasync();
    },
    close: async () => opened?.close(),
  };
}

/** A new file is only durable once its folder is; not every system can sync one. */
async function openListed(folder: string, name: string): Promise<FileHandle> {
  const list = await open(folder).catch(() => undefined);
  await list?.sync().catch(() => {});
  await list?.close();
  return open(join(folder, name), 'r+');
}

/**
 * Never opens a file that exists. A file that is closed takes with it all locks that this process
 * holds on it, those of SQLite included; another process would then delete the log under them.
 */
function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
    // SQLite gives its other files the owner of this one.
    giveToOwner(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Opens `prosopon.db` in `dataDir`. Both become readable only by their owner when created. */
export function openSqlite(dataDir: string): NodeSqliteDialect {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'prosopon.db');
  createPrivately(path);
  if (!statSync(path).isFile()) throw new Error(`${path} is not a regular file`);
  accessSync(path, constants.R_OK | constants.W_OK);
  const connection = new DatabaseSync(path, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  });
  try {
    connection.exec('pragma journal_mode = wal');
    connection.exec('pragma synchronous = full');
    connection.exec('pragma secure_delete = on');
    connection.exec('pragma trusted_schema = off');
  } catch (error) {
    connection.close();
    throw error;
  }
  const prepared = new Map<string, SqliteStatement>();
  return new NodeSqliteDialect({
    database: {
      close: () => connection.close(),
      prepare(sql) {
        const known = prepared.get(sql);
        if (known !== undefined) return known;
        const statement = readStatement(connection.prepare(sql));
        if (prepared.size >= PREPARED_MAX) prepared.clear();
        prepared.set(sql, statement);
        return statement;
      },
    },
  });
}
