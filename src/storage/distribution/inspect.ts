/** How the database is distributed. */
import type { Database } from '../database.ts';
import { type Node, readNodes } from './cluster.ts';
import {
  citusVersion,
  type DistributedBy,
  distributedBy,
  readPlacements,
  type TablePlacement,
} from './placements.ts';

export interface Distribution {
  /** Of Citus. */
  readonly version: string;
  /** Undefined: not yet. */
  readonly by?: DistributedBy;
  readonly nodes: readonly Node[];
  readonly tables: readonly TablePlacement[];
}

/** Undefined: the database is SQLite, or a PostgreSQL without Citus. */
export async function inspectDistribution({
  db,
  kind,
}: Pick<Database, 'db' | 'kind'>): Promise<Distribution | undefined> {
  const version = kind === 'sqlite' ? undefined : await citusVersion(db);
  if (version === undefined) return undefined;
  const by = await distributedBy(db);
  return {
    version,
    ...(by !== undefined && { by }),
    nodes: await readNodes(db),
    tables: await readPlacements(db),
  };
}

/** Tables that a newer release, or the gallery, has added since; none if undistributed. */
export function unplacedTables({ by, tables }: Distribution): readonly string[] {
  if (by === undefined) return [];
  return tables.flatMap(({ table, placement }) => (placement === 'unplaced' ? [table] : []));
}
