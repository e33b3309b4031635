/** PostgreSQL, or a database that speaks its protocol, through a pool of `pg` connections. */
import { type DatabaseConnection, type Driver, PostgresDialect, PostgresDriver } from 'kysely';
import pg from 'pg';
import { Unavailable } from '../errors.ts';

const POOL_MAX = 10;
const CONNECT_TIMEOUT_MS = 10_000;

/** `int8` is read as bigint, exactly; the schema uses it for class ids only. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary'
      ? BigInt
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** Tells the caller to come again when no connection can be had. */
class PooledPostgresDriver extends PostgresDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    try {
      return await super.acquireConnection();
    } catch (error) {
      const unavailable = new Unavailable('The database is not available.');
      unavailable.cause = error;
      throw unavailable;
    }
  }
}

class PooledPostgresDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new PooledPostgresDriver({ pool: this.#pool });
  }
}

/** Serialisation failure or deadlock: the transaction did nothing and may run again. */
export function isPostgresConflict(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return code === '40001' || code === '40P01';
}

/** Unique or foreign key violation, a name that exists: another writer may just have been faster. */
export function isPostgresRace(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return code === '23503' || code === '23505' || code === '42P07';
}

export function openPostgres(databaseUrl: string): PooledPostgresDialect {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: POOL_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'prosopon',
    types,
  });
  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on('error', () => undefined);
  return new PooledPostgresDialect(pool);
}
