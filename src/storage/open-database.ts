/** Opens the database: SQLite or PostgreSQL, migrated, written through retried transactions. */
import { Kysely, type LogEvent, sql } from 'kysely';
import { takeTurns } from '../async.ts';
import { ConfigError } from '../config/config.ts';
import { Unavailable } from '../errors.ts';
import { traceEnded } from '../tracing/spans.ts';
import type { Database } from './database.ts';
import { limitIdleness } from './limit-idleness.ts';
import { migrate } from './migrate.ts';
import {
  isPostgresConflict,
  isPostgresRace,
  isRefusedLogin,
  openPostgres,
  postgresObstacle,
  SERVICE_NAME,
} from './postgres.ts';
import { requireUtf8 } from './require-utf8.ts';
import { retryConflicts } from './retry.ts';
import type { Schema } from './schema.ts';
import { createSharedSync } from './shared-sync.ts';
import { isSqliteBusy, openSqlite, sqliteObstacle, writeAheadLog } from './sqlite.ts';
import { reportWriteFailures } from './write-failures.ts';

export interface DatabaseLocation {
  /** Folder of the embedded database if there is no `databaseUrl`. */
  readonly dataDir: string;
  /** `postgres://…` or undefined. */
  readonly databaseUrl: string | undefined;
}

/** A race may look like a plain violation, which no number of attempts would cure. */
const RACE_ATTEMPTS = 5;

/**
 * Opens the database and migrates it. Several processes may do so at once.
 * @param name of the connections to a server
 * @throws ConfigError the database cannot be opened, refuses the login, or is of a newer release;
 * Unavailable it does not answer
 */
export async function openDatabase(
  location: DatabaseLocation,
  name = SERVICE_NAME,
): Promise<Database> {
  const database =
    location.databaseUrl === undefined
      ? reportWriteFailures(await sqliteDatabase(location.dataDir), sqliteObstacle)
      : reportWriteFailures(postgresDatabase(location.databaseUrl, name), postgresObstacle);
  try {
    await database.ping();
  } catch (error) {
    await database.close();
    const { host } = new URL(location.databaseUrl ?? 'file:///');
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    const message = `DATABASE_URL: cannot reach the database at ${host}: ${String(reason)}`;
    throw isRefusedLogin(reason) ? new ConfigError(message) : new Unavailable(message);
  }
  try {
    await requireUtf8(database);
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Only the text of the statement: its parameters may identify people. */
const traceQuery =
  (system: string) =>
  ({ query, queryDurationMillis }: LogEvent) =>
    traceEnded(
      'database query',
      { 'db.system.name': system, 'db.query.text': query.sql },
      queryDurationMillis,
    );

async function sqliteDatabase(dataDir: string): Promise<Database> {
  const dialect = await retryConflicts(async () => openSqlite(dataDir), isSqliteBusy).catch(
    (error: unknown) => {
      throw new ConfigError(`PROSOPON_DATA: cannot open the database in ${dataDir}: ${error}`);
    },
  );
  const db = new Kysely<Schema>({ dialect, log: traceQuery('sqlite') });
  // SQLite would sync each commit and block the event loop. `write` waits for the disk itself.
  await sql`pragma synchronous = normal`.execute(db);
  const log = writeAheadLog(dataDir);
  const onDisk = createSharedSync(log.sync);
  let unscrubbed = false;
  const scrub = async () => {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    unscrubbed = rows[0]?.busy !== 0;
  };
  return {
    db,
    kind: 'sqlite',
    async write(fn) {
      const result = await retryConflicts(() => db.transaction().execute(fn), isSqliteBusy);
      await onDisk();
      if (unscrubbed) await scrub();
      return result;
    },
    onDisk,
    scrub,
    ping: () => ping(db),
    async close() {
      await db.destroy().finally(log.close);
    },
  };
}

function postgresDatabase(databaseUrl: string, name: string): Database {
  const db = new Kysely<Schema>({
    dialect: openPostgres(databaseUrl, name),
    log: traceQuery('postgresql'),
  });
  const inTurn = takeTurns();
  return {
    db,
    kind: 'postgres',
    write(fn, { isolation = 'serializable' } = {}) {
      const transaction = () =>
        db
          .transaction()
          .setIsolationLevel(isolation)
          .execute(async (trx) => {
            await limitIdleness(trx);
            return fn(trx);
          });
      return retryConflicts(
        // After a conflict, transactions take turns: they would otherwise collide again.
        (attempt) => (attempt === 1 ? transaction() : inTurn(transaction)),
        (error, attempt) =>
          isPostgresConflict(error) || (attempt < RACE_ATTEMPTS && isPostgresRace(error)),
      );
    },
    onDisk: async () => undefined,
    scrub: async () => undefined,
    ping: () => ping(db),
    close: () => db.destroy(),
  };
}

async function ping(db: Kysely<Schema>): Promise<void> {
  await sql`select 1`.execute(db);
}
