/**
 * Where the tables of a cluster (Citus) lie. Tables of people lie in shards side by side. The keys
 * they refer to lie on every node, all others on the coordinator.
 */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** What selects a person's shard: a search goes to all shards, or to that of its partition. */
export type DistributedBy = 'class' | 'partition';

export const COLUMNS: Readonly<Record<DistributedBy, string>> = {
  class: 'class_id',
  partition: 'partition',
};

/** Tables that are written in a template's transaction, or read with it in one statement. */
export const CLASS_TABLES = [
  'templates',
  'template_revisions',
  'thumbnails',
  'template_tags',
  'class_changes',
  'gallery_vectors',
] as const;

/** Every node checks foreign keys to these tables itself. */
export const REFERENCE_TABLES = ['key_encryption_keys'] as const;

/** `coordinator`: known to Citus, so that it commits together with the shards. */
export type Placement = DistributedBy | 'reference' | 'coordinator' | 'unplaced';

export interface TablePlacement {
  readonly table: string;
  readonly placement: Placement;
}

/** All tables. Without Citus none is placed. */
export async function readPlacements(db: Kysely<Schema>): Promise<readonly TablePlacement[]> {
  const { rows: all } = await sql<{ table: string }>`select relname as table from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace order by 1`.execute(db);
  const placed = new Map<string, Placement>();
  if ((await citusVersion(db)) !== undefined)
    for (const { table, ...row } of await placedTables(db)) placed.set(table, placementOf(row));
  return all.map(({ table }) => ({ table, placement: placed.get(table) ?? 'unplaced' }));
}

/** Undefined: the database is not distributed. */
export async function distributedBy(db: Kysely<Schema>): Promise<DistributedBy | undefined> {
  const found = (await readPlacements(db)).find(({ table }) => table === 'templates');
  return found?.placement === 'class' || found?.placement === 'partition'
    ? found.placement
    : undefined;
}

/** Undefined: the extension is absent. */
export async function citusVersion(db: Kysely<Schema>): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`
    select extversion as version from pg_extension where extname = 'citus'`.execute(db);
  return rows[0]?.version;
}

interface PlacedTable {
  readonly method: string;
  readonly replicas: string;
  readonly column: string | null;
}

async function placedTables(db: Kysely<Schema>) {
  const { rows } = await sql<PlacedTable & { table: string }>`
    select c.relname as table, p.partmethod as method, p.repmodel as replicas,
      column_to_column_name(p.logicalrelid, p.partkey) as column
    from pg_dist_partition as p join pg_class as c on c.oid = p.logicalrelid
    where c.relnamespace = current_schema()::regnamespace`.execute(db);
  return rows;
}

function placementOf({ method, replicas, column }: PlacedTable): Placement {
  if (method === 'n') return replicas === 't' ? 'reference' : 'coordinator';
  return column === COLUMNS.partition ? 'partition' : 'class';
}
