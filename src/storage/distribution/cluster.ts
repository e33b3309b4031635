/** The nodes of a distributed database, and whether they are usable. */
import { type Kysely, sql } from 'kysely';
import { ConfigError } from '../../config/config.ts';
import type { Schema } from '../schema.ts';
import { citusVersion } from './placements.ts';

/** Oldest major release that passes a transaction's isolation to workers; 13.2 is tested. */
const OLDEST = 12;

export interface Node {
  /** `host:port`. */
  readonly address: string;
  readonly answers: boolean;
  /** Of people. */
  readonly shards: number;
}

/** Makes sure of the extension. @throws ConfigError not installed, not allowed, or too old */
export async function requireCitus(db: Kysely<Schema>): Promise<void> {
  const version = (await citusVersion(db)) ?? (await install(db));
  if (Number.parseInt(version, 10) < OLDEST)
    throw new ConfigError(`Citus ${OLDEST} or newer is needed; the database has ${version}`);
}

async function install(db: Kysely<Schema>): Promise<string> {
  try {
    await sql`create extension if not exists citus`.execute(db);
  } catch (error) {
    throw new ConfigError(
      'the database has no extension Citus: install it on every node, add it to ' +
        `shared_preload_libraries and run "create extension citus" (${(error as Error).message})`,
    );
  }
  return (await citusVersion(db)) ?? '0';
}

/** Registers the nodes. @param workers `host:port` as nodes reach each other @throws ConfigError */
export async function addNodes(
  db: Kysely<Schema>,
  coordinator: string,
  workers: readonly string[],
): Promise<void> {
  const { rows } = await sql`select 1 from pg_dist_node where groupid = 0`.execute(db);
  if (rows.length === 0) {
    const [host, port] = hostAndPort(coordinator);
    await sql`select citus_set_coordinator_host(${host}, ${port})`.execute(db);
  }
  for (const worker of workers) {
    const [host, port] = hostAndPort(worker);
    await sql`select citus_add_node(${host}, ${port})`.execute(db);
  }
}

function hostAndPort(address: string): readonly [string, number] {
  const [, host, port = '5432'] = /^(.+?)(?::(\d{1,5}))?$/.exec(address) ?? [];
  if (host === undefined) throw new ConfigError(`"${address}" is no host:port of a node`);
  return [host, Number(port)];
}

/** Nodes with shards, by address; empty: only the coordinator. */
export async function readNodes(db: Kysely<Schema>): Promise<readonly Node[]> {
  const { rows } = await sql<Node>`
    select n.nodename || ':' || n.nodeport as address,
      n.groupid = 0 or coalesce(r.success, false) as answers,
      (select cast(count(*) as integer) from pg_dist_placement as p
        join pg_dist_shard as s on s.shardid = p.shardid
        where p.groupid = n.groupid and s.logicalrelid = to_regclass('templates')) as shards
    from pg_dist_node as n
    left join run_command_on_workers('select 1') as r
      on r.nodename = n.nodename and r.nodeport = n.nodeport
    where n.isactive and n.shouldhaveshards and n.noderole = 'primary' order by 1`.execute(db);
  return rows;
}
