/** Detects replays: remembers a day's images, as files and by perceptual hash. */

import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Bcid, bcidText } from '../bcid.ts';
import { ago, DAY_MS } from '../durations.ts';
import { noneIf } from '../errors.ts';
import { SealBroken } from '../sealing/key-ring.ts';
import type { KeyRing } from '../sealing/keys.ts';
import { perceptualHashBinding } from '../sealing/sealed-tables.ts';
import type { Database } from '../storage/database.ts';
import { eraseUntil } from '../storage/erase-until.ts';
import { countRows, deleteRows, insertRow } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import { createHashComparison, SAME_PICTURE } from './perceptual-hashes.ts';
import { createServiceKeys } from './service-keys.ts';

export type ReplayGuard = ReturnType<typeof createReplayGuard>;

/** Scope of a class, shared by all tokens. */
export const classScope = (bcid: Bcid): string => `bcid ${bcidText(bcid)}`;

/** Camera frames further apart than this are never this alike (evaluation/reports/replay.md). */
const JUST_NOW_MS = 2000;
/** Most hashes to compare with, newest first. */
const MOST_COMPARED = 500;

/** Hashes and scopes are keyed. Without the key they do not reveal the images. */
export function createReplayGuard(database: Database, keyRing: KeyRing) {
  const keys = createServiceKeys(database, keyRing, 'image hash');
  const before = (now: Date, milliseconds: number) => ago(now, milliseconds).toISOString();
  const keyedHash = async (...parts: readonly (string | Uint8Array)[]) => {
    const hash = createHmac('sha256', (await keys.current()).secret);
    for (const part of parts) hash.update(part);
    return hash.digest();
  };
  const hashesOf = (scope: Uint8Array, now: Date) =>
    database.db
      .selectFrom('image_looks')
      .selectAll()
      .where('scope', '=', scope)
      .where('seen', '>', before(now, DAY_MS))
      .where('seen', '<', before(now, JUST_NOW_MS))
      .orderBy('seen', 'desc')
      .limit(MOST_COMPARED)
      .execute();
  return {
    /** Records the file, atomically, and tells whether the scope had it within the last day. */
    async seenBefore(scope: string, image: Uint8Array) {
      return database.write(await this.seenIn(scope, image), { atOnce: true });
    },

    /** The same as part of a transaction. */
    async seenIn(scope: string, image: Uint8Array) {
      const hash = await keyedHash(createHash('sha256').update(image).digest(), scope);
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
              .where('image_hashes.seen', '<', before(now, DAY_MS)),
          )
          .returning('hash')
          .executeTakeFirst();
        return recorded === undefined;
      };
    },

    /**
     * Records the perceptual hash of an image. Tells whether it copies another image that the scope
     * had within the last day: recompressed, rescaled, or cropped by a pixel. It ignores the last
     * two seconds, because a camera may see the same scene twice in that time.
     * @param perceptualHash of `perceptualHashOf`
     */
    async pictureSeenBefore(scope: string, perceptualHash: Uint16Array, now = new Date()) {
      const scopeHash = await keyedHash('looks of ', scope);
      const distance = createHashComparison(perceptualHash);
      for (const row of await hashesOf(scopeHash, now)) {
        const opening = keyRing.open(database.db, perceptualHashBinding(row), row);
        const bytes = await opening.catch(noneIf(SealBroken));
        if (bytes !== undefined && distance(fromBytes(bytes)) <= SAME_PICTURE) return true;
      }
      await database.write(
        async (trx) => {
          const row = { id: randomUUID(), seen: now.toISOString() };
          const sealed = (await keyRing.sealer(trx)).seal(
            perceptualHashBinding(row),
            toBytes(perceptualHash),
          );
          await insertRow(trx, 'image_looks', { ...row, scope: scopeHash, ...sealed });
        },
        { atOnce: true },
      );
      return false;
    },

    /** Forgets the perceptual hashes of the scope. */
    async forget(scope: string) {
      const scopeHash = await keyedHash('looks of ', scope);
      await database.write((trx) => deleteRows(trx, 'image_looks', { scope: scopeHash }));
      await database.scrub();
    },

    /** Number of remembered perceptual hashes. */
    async count(scope: string) {
      const scopeHash = await keyedHash('looks of ', scope);
      return countRows(database.db, 'image_looks', { scope: scopeHash });
    },

    /** Forgets images older than a day. Returns how many. */
    sweep: async (now = new Date()) =>
      (await eraseUntil(database, 'image_hashes', 'seen', ago(now, DAY_MS))) +
      (await eraseUntil(database, 'image_looks', 'seen', ago(now, DAY_MS))),
  };
}

const toBytes = (hash: Uint16Array) => Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength);

function fromBytes(bytes: Uint8Array): Uint16Array {
  return new Uint16Array(Uint8Array.from(bytes).buffer);
}
