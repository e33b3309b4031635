/** Searches the vectors in the database for the classes most similar to a probe. */
import { type Kysely, sql } from 'kysely';
import { readCancellably } from '../../storage/cancellable-reads.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { type Candidate, type GallerySearch, RESERVE, TOLERANCE } from '../gallery.ts';
import { galleryKeys } from './gallery-keys.ts';
import type { VectorRotation } from './rotate-vectors.ts';
import { nearestVectors } from './vector-table.ts';

export interface VectorSearchOptions {
  readonly database: Database;
  readonly encoderVersion: number;
  readonly rotate: VectorRotation;
  readonly index: 'exact' | 'hnsw';
}

/** Vectors that an index search examines. With 20 000 people, 200 miss 1 of 67 best matches. */
const LEAST_LOOKED_AT = 800;
const MOST_LOOKED_AT = 1000;

/** The best classes for one probe. */
export async function searchVectors(
  { database: { db }, ...parts }: VectorSearchOptions,
  probe: Float32Array,
  search: GallerySearch,
): Promise<readonly Candidate[]> {
  const { limit, threshold = Number.NEGATIVE_INFINITY, signal } = search;
  const wanted = limit + RESERVE;
  const best = await readCancellably(db, signal, (trx) =>
    nearestUnderAnyKey(trx, parts, probe, search, wanted),
  );
  return [...best]
    .sort(([, p], [, q]) => p - q)
    .slice(0, wanted)
    .map(([classId, distance]) => ({ classId, comparison: 1 - distance ** 2 / 2 }))
    .filter(({ comparison }) => comparison >= threshold - TOLERANCE);
}

/** Distances by class, all read at one moment, so that each class is found under either key. */
async function nearestUnderAnyKey(
  trx: Kysely<Schema>,
  { encoderVersion, rotate, index }: Omit<VectorSearchOptions, 'database'>,
  probe: Float32Array,
  { storage, partition, tags }: GallerySearch,
  wanted: number,
): Promise<ReadonlyMap<bigint, number>> {
  const best = new Map<bigint, number>();
  const scope = { storage, partition, tags, encoderVersion, approximate: index === 'hnsw' };
  for (const { id: keyId } of await galleryKeys(trx)) {
    if (scope.approximate) await lookAt(trx, wanted);
    const query = { ...scope, keyId, probe: rotate(keyId, probe), limit: wanted };
    for (const { class_id: classId, distance } of await nearestVectors(trx, query))
      best.set(classId, Math.min(distance, best.get(classId) ?? Number.POSITIVE_INFINITY));
  }
  return best;
}

/** Sets how far an index search goes. It continues if filters leave too few vectors. */
async function lookAt(trx: Kysely<Schema>, limit: number): Promise<void> {
  const vectors = Math.min(MOST_LOOKED_AT, Math.max(LEAST_LOOKED_AT, limit));
  await sql`set local hnsw.ef_search = ${sql.lit(vectors)}`.execute(trx);
  await sql`set local hnsw.iterative_scan = strict_order`.execute(trx);
}
