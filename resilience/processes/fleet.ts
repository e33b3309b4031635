/** Service processes on one PostgreSQL, with pgbouncer in between. */
import { createCli } from '../../testing/cli/run-cli.ts';
import { findProgram } from '../../testing/find-program.ts';
import { type Pooler, type PoolerOptions, startPgbouncer } from '../../testing/pgbouncer.ts';
import { type OwnPostgres, ownPostgres } from '../own-postgres.ts';
import { type Service, startOn } from '../service.ts';

export interface Fleet {
  readonly postgres: OwnPostgres;
  readonly pooler: Pooler;
  /** Those that run. */
  readonly services: readonly Service[];
  /** Starts one more. */
  add(): Promise<Service>;
  kill(service: Service): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Undefined: a program is missing, or a user for it.
 * @param kept connections that each process keeps
 */
export async function openFleet(pool: PoolerOptions, kept: number): Promise<Fleet | undefined> {
  const program = findProgram('pgbouncer');
  const postgres = program === undefined ? undefined : await ownPostgres({ fsync: 'on' });
  if (program === undefined || postgres === undefined) return undefined;
  const pooler = await startPgbouncer(program, postgres.url, pool);
  const cli = await createCli({ convertedModels: true });
  const env = { DATABASE_URL: `${pooler.databaseUrl}?pool=${kept}`, LOG_LEVEL: 'warn' };
  const services: Service[] = [];
  const kill = async (service: Service) => {
    services.splice(services.indexOf(service), 1);
    await service.stop();
  };
  return {
    ...{ postgres, pooler, services, kill },
    async add() {
      const service = await startOn(cli, env);
      services.push(service);
      return service;
    },
    async remove() {
      for (const service of [...services]) await kill(service);
      await cli.remove();
      await pooler.stop();
      postgres.remove();
    },
  };
}
