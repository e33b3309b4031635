/** Replayed images: which ones were seen before, known by keyed hashes that are kept for a day. */
import { createHash, createHmac } from 'node:crypto';
import type { Database } from '../storage/database.ts';
import type { KeyRing } from '../storage/key-ring.ts';
import { createServiceKeys } from './service-keys.ts';

export interface ReplayGuard {
  /**
   * Records the image and tells whether that scope had it within the last day: atomic, so that of
   * two at the same moment one is told so.
   * @param scope whose images are compared, such as `bcid demo.1.1001`
   */
  seenBefore(scope: string, image: Uint8Array): Promise<boolean>;
  /** Forgets what is older than a day; returns how many. */
  sweep(now?: Date): Promise<number>;
}

const DAY_MS = 86_400_000;

/** The hashes tell nobody without the key which images, or whose, were seen. */
export function createReplayGuard(database: Database, keyRing: KeyRing): ReplayGuard {
  const keys = createServiceKeys(database, keyRing, 'image hash');
  const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS).toISOString();
  return {
    async seenBefore(scope, image) {
      const { secret } = await keys.current();
      const hash = createHmac('sha256', secret)
        .update(createHash('sha256').update(image).digest())
        .update(scope)
        .digest();
      const now = new Date();
      const seen = now.toISOString();
      const recorded = await database.write((trx) =>
        trx
          .insertInto('image_hashes')
          .values({ hash, seen })
          .onConflict((conflict) =>
            conflict
              .column('hash')
              .doUpdateSet({ seen })
              .where('image_hashes.seen', '<', dayBefore(now)),
          )
          .returning('hash')
          .executeTakeFirst(),
      );
      return recorded === undefined;
    },

    async sweep(now = new Date()) {
      const { numDeletedRows } = await database.write((trx) =>
        trx.deleteFrom('image_hashes').where('seen', '<', dayBefore(now)).executeTakeFirstOrThrow(),
      );
      return Number(numDeletedRows);
    },
  };
}
