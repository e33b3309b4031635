/** Distributes tables over a cluster. It can run again, with data, while others write. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { ConfigError } from '../../config/config.ts';
import type { Database } from '../database.ts';
import { limitIdleness } from '../limit-idleness.ts';
import { isPostgresConflict } from '../postgres.ts';
import { retryConflicts } from '../retry.ts';
import type { Schema } from '../schema.ts';
import { excludeWritersOfPeople } from '../writers-of-people.ts';
import { addNodes, readNodes, requireCitus } from './cluster.ts';
import {
  CLASS_TABLES,
  COLUMNS,
  type DistributedBy,
  distributedBy,
  type Placement,
  REFERENCE_TABLES,
  readPlacements,
} from './placements.ts';

export interface DistributeOptions {
  readonly by: DistributedBy;
  /** `host:port` of this database as its workers reach it. */
  readonly coordinator: string;
  /** `host:port` of workers to add; known workers stay. */
  readonly workers: readonly string[];
  /** Of people, over all nodes. */
  readonly shards: number;
  /** Called for each table once it lies in its place. */
  readonly onPlaced?: (table: string, placement: Placement) => void;
}

/**
 * Moves every misplaced table to its place in one transaction. Readers and writers of people wait
 * for its end. Returns how many tables it placed.
 * @throws ConfigError no PostgreSQL with Citus, no worker, or distributed in the other way
 */
export async function distribute(database: Database, options: DistributeOptions): Promise<number> {
  const { db, kind } = database;
  const { by, coordinator, workers } = options;
  if (kind === 'sqlite')
    throw new ConfigError('only a PostgreSQL with the extension Citus can be distributed');
  await requireCitus(db);
  await addNodes(db, coordinator, workers);
  if ((await readNodes(db)).length === 0)
    throw new ConfigError('the cluster has no worker: name them with --workers host:port,…');
  const present = await distributedBy(db);
  if (present !== undefined && present !== by)
    throw new ConfigError(
      `the database is distributed by ${present} already; Citus can change that itself ` +
        '(alter_distributed_table with cascade_to_colocated)',
    );
  await oneByOne(db);
  const place = (trx: Transaction<Schema>) => placeAll(trx, options);
  return retryConflicts(() => db.transaction().execute(place), isPostgresConflict);
}

async function placeAll(trx: Transaction<Schema>, options: DistributeOptions): Promise<number> {
  const { by, shards, onPlaced } = options;
  await limitIdleness(trx);
  await inSequence(trx);
  // Before the first read, so that a concurrent run sees what this one has placed. Writers of people
  // have finished then: otherwise each would wait for tables that the other has locked.
  await excludeWritersOfPeople(trx, 'postgres');
  await sql`set local citus.shard_count = ${sql.lit(shards)}`.execute(trx);
  const unplaced = await unplacedTables(trx);
  const classTables = CLASS_TABLES.filter((table) => unplaced.includes(table));
  // Lock in the order of other writers, to avoid deadlocks.
  if (classTables.length > 0)
    await sql`lock table ${sql.join(classTables.map((table) => sql.table(table)))}`.execute(trx);
  const foreignKeys = await takeForeignKeys(trx, classTables);
  const references = REFERENCE_TABLES.filter((table) => unplaced.includes(table));
  // Future reference tables too, so that transactions begun earlier continue to see their rows.
  for (const table of unplaced.filter((table) => !ofPeople.has(table))) {
    await sql`select citus_add_local_table_to_metadata(${table}, true)`.execute(trx);
    if (!isReference.has(table)) onPlaced?.(table, 'coordinator');
  }
  for (const table of references) {
    await sql`select create_reference_table(${table})`.execute(trx);
    onPlaced?.(table, 'reference');
  }
  for (const table of classTables) {
    await distributeTable(trx, table, by);
    onPlaced?.(table, by);
  }
  for (const { table, definition } of foreignKeys)
    await sql`alter table ${sql.table(table)} add ${sql.raw(definition)}`.execute(trx);
  return unplaced.length;
}

const ofPeople: ReadonlySet<string> = new Set(CLASS_TABLES);
const isReference: ReadonlySet<string> = new Set(REFERENCE_TABLES);

/** Citus forbids changing referenced tables after parallel work on shards. */
const oneByOne = (db: Kysely<Schema>) =>
  retryConflicts(
    () =>
      sql`do $$ begin
        if not exists (select from pg_db_role_setting as s join pg_database as d on d.oid = setdatabase
          where datname = current_database() and setrole = 0
            and 'citus.multi_shard_modify_mode=sequential' = any(setconfig)) then
          execute format('alter database %I set citus.multi_shard_modify_mode = sequential',
            current_database());
        end if;
      end $$`.execute(db),
    isSettingRace,
  );

/** Another connection changes a setting of the database. PostgreSQL has no error code for it. */
const isSettingRace = (error: unknown): boolean =>
  (error as Error).message === 'tuple concurrently updated';

const inSequence = (trx: Transaction<Schema>) =>
  sql`set local citus.multi_shard_modify_mode = sequential`.execute(trx);

async function unplacedTables(trx: Transaction<Schema>): Promise<readonly string[]> {
  const placements = await readPlacements(trx);
  return placements.flatMap(({ table, placement }) => (placement === 'unplaced' ? [table] : []));
}

/** Distributes it with its rows, beside the other tables of people. No rows stay behind. */
async function distributeTable(
  trx: Transaction<Schema>,
  table: (typeof CLASS_TABLES)[number],
  by: DistributedBy,
): Promise<void> {
  const beside = table === 'templates' ? 'none' : 'templates';
  await sql`select create_distributed_table(${table}, ${COLUMNS[by]},
    colocate_with => ${beside})`.execute(trx);
  await sql`select truncate_local_data_after_distributing_table(${table})`.execute(trx);
}

interface ForeignKey {
  readonly table: string;
  /** In the form that `alter table … add` takes. */
  readonly definition: string;
}

/** Drops the foreign keys of the tables: no order of distribution would satisfy them all. */
async function takeForeignKeys(
  trx: Transaction<Schema>,
  tables: readonly string[],
): Promise<readonly ForeignKey[]> {
  if (tables.length === 0) return [];
  const { rows } = await sql<ForeignKey & { name: string }>`
    select t.relname as table, c.conname as name,
      format('constraint %I %s', c.conname, pg_get_constraintdef(c.oid)) as definition
    from pg_constraint as c join pg_class as t on t.oid = c.conrelid
    where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace
      and t.relname in (${sql.join(tables)})`.execute(trx);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(trx);
  return rows;
}

/** Puts a new table of people beside the others if these are distributed. */
export async function placeNewTable(
  trx: Transaction<Schema>,
  table: (typeof CLASS_TABLES)[number],
): Promise<void> {
  const by = await distributedBy(trx);
  if (by !== undefined) await distributeTable(trx, table, by);
}
