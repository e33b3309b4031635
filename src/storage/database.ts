/** The database: opened once, migrated, and written through retried transactions. */
import { Kysely, sql, type Transaction } from 'kysely';
import { ConfigError } from '../config.ts';
import { Unavailable } from '../errors.ts';
import { migrate } from './migrate.ts';
import { isPostgresConflict, isPostgresRace, isRefusedLogin, openPostgres } from './postgres.ts';
import { retryConflicts } from './retry.ts';
import type { Schema } from './schema.ts';
import { isSqliteBusy, openSqlite } from './sqlite.ts';

export interface DatabaseLocation {
  /** Holds the embedded database when there is no `databaseUrl`. */
  readonly dataDir: string;
  /** `postgres://…` or undefined. */
  readonly databaseUrl: string | undefined;
}

export interface Database {
  /** For reads; every write goes through `write`. */
  readonly db: Kysely<Schema>;
  readonly kind: 'sqlite' | 'postgres';
  /**
   * Runs `fn` in a serialisable transaction. It may run more than once: conflicts with other
   * writers are retried with jitter, so it must have no effect outside the transaction. On SQLite
   * it holds the only connection: inside it use `trx`, never `db`.
   * @throws Unavailable the conflicts do not end
   */
  write<T>(fn: (trx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /**
   * Erases what a deletion left outside the tables. SQLite: empties the write-ahead log; when
   * another process is reading it, the next `write` tries again. PostgreSQL: nothing to do here,
   * VACUUM reclaims dead rows, which are sealed.
   */
  scrub(): Promise<void>;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A race may be a plain violation as well, which no number of attempts will cure. */
const RACE_ATTEMPTS = 5;

/**
 * Opens the database and brings its tables up to date; safe when several processes do so at once.
 * @param upTo version of the tables to stop at, for rows of an older release
 * @throws ConfigError the database cannot be opened, lets nobody in, or is of a newer release;
 *   Unavailable it does not answer
 */
export async function openDatabase(location: DatabaseLocation, upTo?: number): Promise<Database> {
  const database =
    location.databaseUrl === undefined
      ? await sqliteDatabase(location.dataDir)
      : postgresDatabase(location.databaseUrl);
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
    await migrate(database, upTo);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function sqliteDatabase(dataDir: string): Promise<Database> {
  const dialect = await retryConflicts(async () => openSqlite(dataDir), isSqliteBusy).catch(
    (error: unknown) => {
      throw new ConfigError(`PROSOPON_DATA: cannot open the database in ${dataDir}: ${error}`);
    },
  );
  const db = new Kysely<Schema>({ dialect });
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
      if (unscrubbed) await scrub();
      return result;
    },
    scrub,
    ping: () => ping(db),
    close: () => db.destroy(),
  };
}

function postgresDatabase(databaseUrl: string): Database {
  const db = new Kysely<Schema>({ dialect: openPostgres(databaseUrl) });
  return {
    db,
    kind: 'postgres',
    write: (fn) =>
      retryConflicts(
        () => db.transaction().setIsolationLevel('serializable').execute(fn),
        (error, attempt) =>
          isPostgresConflict(error) || (attempt < RACE_ATTEMPTS && isPostgresRace(error)),
      ),
    scrub: async () => undefined,
    ping: () => ping(db),
    close: () => db.destroy(),
  };
}

async function ping(db: Kysely<Schema>): Promise<void> {
  await sql`select 1`.execute(db);
}
