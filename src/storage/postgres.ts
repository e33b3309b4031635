/** PostgreSQL, or a database that speaks its protocol, through a pool of `pg` connections. */
import { PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { InvalidArgument, Unavailable } from '../errors.ts';
import { createSilenceWatch, type SilenceWatch } from './silent-server.ts';

/** Name of the connections of a service, for the server. */
export const SERVICE_NAME = 'prosopon';
/** Connections of a process, unless the address ends with `?pool=NUMBER`. */
const POOL_MAX = 10;
const CONNECT_TIMEOUT_MS = 10_000;
/** Milliseconds without traffic before the system asks whether a connection is alive. */
const KEEP_ALIVE_MS = 10_000;

/** Reads `int8` exactly, as bigint. The schema only uses it for class ids. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary'
      ? BigInt
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

const sqlState = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
};

/** Serialisation failure or deadlock: the transaction did nothing and may run again. */
export function isPostgresConflict(error: unknown): boolean {
  const code = sqlState(error);
  return code === '40001' || code === '40P01';
}

/** Unique or foreign key violation, or an existing name: another writer may have been faster. */
export function isPostgresRace(error: unknown): boolean {
  const code = sqlState(error);
  return code === '23503' || code === '23505' || code === '42P07' || code === '42710';
}

const BROKEN_SOCKET = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);

/** Citus reports these without a code of their own when a server stops during a statement. */
const CITUS_ENDS =
  /^(postmaster was shut down|failure on connection marked as essential|could not commit transaction for shard)/;

/** What `pg` says of a connection that was cut, and of one that we ended. */
const CLIENT_ENDS = /^(Connection terminated|Client has encountered|Client was closed)/;

/** The connection broke, or the server stops or is full: not the fault of the statement. */
function isOutage(error: unknown): boolean {
  const code = sqlState(error);
  if (error instanceof pg.DatabaseError)
    return /^(08|53|57P|25P03)/.test(code ?? '') || CITUS_ENDS.test(error.message);
  if (code !== undefined && BROKEN_SOCKET.has(code)) return true;
  return error instanceof Error && CLIENT_ENDS.test(error.message);
}

/** Wrong name, password or database: another attempt will not help. */
export function isRefusedLogin(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(28|3D)/.test(sqlState(error) ?? '');
}

/** Asks the caller to try again. The running statement may or may not have been committed. */
function outage(cause: unknown): Unavailable {
  const error = new Unavailable('The database is not available.');
  error.cause = cause;
  return error;
}

/** Text with a NUL, which PostgreSQL cannot hold. It only comes from callers. */
function unfitText(cause: unknown): InvalidArgument {
  const error = new InvalidArgument('Text must not contain the character NUL.');
  error.cause = cause;
  return error;
}

function mapError(error: unknown): unknown {
  if (isOutage(error)) return outage(error);
  return sqlState(error) === '22021' ? unfitText(error) : error;
}

/**
 * @param name of the connections; a name in the address only follows it, as pgbouncer adds a host
 * @throws ConfigError the address has a pool size that is no whole number
 */
export function openPostgres(databaseUrl: string, name: string): PostgresDialect {
  const url = new URL(databaseUrl);
  const max = Number(url.searchParams.get('pool') ?? POOL_MAX);
  if (!Number.isInteger(max) || max < 1)
    throw new ConfigError('DATABASE_URL: pool has to be a whole number of connections');
  url.searchParams.delete('pool');
  const given = url.searchParams.getAll('application_name');
  url.searchParams.set('application_name', [name, ...given].join(' - '));
  const config = {
    connectionString: url.href,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types,
  };
  const pool = new pg.Pool({ ...config, max, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  const silence = createSilenceWatch(config);
  // A broken connection is replaced. Without a listener its error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return new PostgresDialect({
    pool: {
      async connect() {
        const client = await pool.connect().catch((error: unknown) => {
          throw outage(error);
        });
        const wrapped = known.get(client) ?? mapErrors(client, silence);
        known.set(client, wrapped);
        return wrapped;
      },
      end: () => pool.end(),
    },
  });
}

function mapErrors(client: pg.PoolClient, silence: SilenceWatch): PostgresPoolClient {
  const query = (statement: string, parameters: readonly unknown[]) =>
    silence.watch(client, client.query(statement, [...parameters])).catch((error: unknown) => {
      throw mapError(error);
    });
  // Kysely requires cursors only if it was given a cursor class.
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(),
  };
}

/** disk_full, io_error, read_only_sql_transaction. */
const OBSTACLES: Readonly<Record<string, string>> = {
  53100: 'its disk is full',
  58030: 'its disk fails',
  25006: 'it is read-only',
};

/** The obstacle that prevents writes; undefined: the error is about something else. */
export function postgresObstacle(error: unknown): string | undefined {
  // A full disk is also an outage, and arrives as one.
  const cause = error instanceof Unavailable ? error.cause : error;
  const code = sqlState(cause);
  if (code === '0A000' && /hot standby/.test(String(cause))) return OBSTACLES['25006'];
  return code === undefined ? undefined : OBSTACLES[code];
}
