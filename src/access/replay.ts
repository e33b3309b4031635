/** Detects replays: remembers for a day the digests of the images that each client sent. */

import { createHash, createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import { ago, DAY_MS } from '../durations.ts';
import type { KeyRing } from '../sealing/keys.ts';
import type { Database } from '../storage/database.ts';
import { eraseUntil } from '../storage/erase-until.ts';
import type { Schema } from '../storage/schema.ts';
import { createServiceKeys } from './service-keys.ts';

export type ReplayGuard = ReturnType<typeof createReplayGuard>;

/** Digests are keyed. Without the key they reveal neither images nor clients. */
export function createReplayGuard(database: Database, keyRing: KeyRing) {
  const keys = createServiceKeys(database, keyRing, 'image hash');
  return {
    /** Records the file, atomically, and tells whether the client sent it within the last day. */
    async seenBefore(clientId: string, image: Uint8Array) {
      return database.write(await this.seenIn(clientId, image));
    },

    /** The same as part of a transaction. */
    async seenIn(clientId: string, image: Uint8Array) {
      const hash = createHmac('sha256', (await keys.current()).secret)
        .update(createHash('sha256').update(image).digest())
        .update(clientId)
        .digest();
      return async (trx: Transaction<Schema>): Promise<boolean> => {
        const now = new Date();
        const seen = now.toISOString();
        const recorded = await trx
          .insertInto('image_hashes')
          .values({ hash, seen })
          .onConflict((conflict) =>
            conflict
              .column('hash')
              .doUpdateSet({ seen })
              .where('image_hashes.seen', '<', ago(now, DAY_MS).toISOString()),
          )
          .returning('hash')
          .executeTakeFirst();
        return recorded === undefined;
      };
    },

    /** Forgets images older than a day. Returns how many. */
    sweep: (now = new Date()) => eraseUntil(database, 'image_hashes', 'seen', ago(now, DAY_MS)),
  };
}
