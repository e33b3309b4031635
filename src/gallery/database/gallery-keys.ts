/** The keys by which the vectors of a gallery in the database are rotated. */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';

export type GalleryKey = Pick<Schema['gallery_keys'], 'id' | 'generation'>;

/** All keys in use, newest first. The first key writes; stored vectors may be under any of them. */
export function galleryKeys(db: Kysely<Schema>): Promise<GalleryKey[]> {
  return db
    .selectFrom('gallery_keys')
    .select(['id', 'generation'])
    .orderBy('generation', 'desc')
    .execute();
}

/** Makes the first key of a database that has none. */
export async function requireGalleryKey(database: Database): Promise<void> {
  await database.write(async (trx) => {
    if ((await galleryKeys(trx)).length === 0) await insertKey(trx, 1);
  });
}

/** Makes a new key, returns its id. Running services rotate all vectors, then erase older keys. */
export function rotateGalleryKey(database: Database): Promise<string> {
  return database.write(async (trx) => {
    const [newest] = await galleryKeys(trx);
    return insertKey(trx, (newest?.generation ?? 0) + 1);
  });
}

/** Erases all keys that rotate no vector, save the newest. Returns the erased keys. */
export function eraseUnusedKeys(database: Database): Promise<readonly GalleryKey[]> {
  return database.write(async (trx) => {
    const [, ...older] = await galleryKeys(trx);
    const erased: GalleryKey[] = [];
    for (const key of older) {
      const { rows } = await sql`select 1 from gallery_vectors
        where key_id = ${key.id} limit 1`.execute(trx);
      if (rows.length > 0) continue;
      await trx.deleteFrom('gallery_keys').where('id', '=', key.id).execute();
      erased.push(key);
    }
    return erased;
  });
}

async function insertKey(trx: Kysely<Schema>, generation: number): Promise<string> {
  const id = randomUUID();
  const created = new Date().toISOString();
  await trx.insertInto('gallery_keys').values({ id, generation, created }).execute();
  return id;
}
