/**
 * The revision of each class, kept apart from its template. An older copy of a template alone, put
 * back, has another revision; an erased class has none. Revisions start at random, so a class
 * enrolled again never repeats an earlier one.
 */

import { createHmac, createSecretKey, randomInt, timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { ClassKey } from '../storage/class-key.ts';
import { deleteRows, putRow } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import { SealBroken } from './key-ring.ts';
import { listBytes } from './list-bytes.ts';

export const CLASSES = 'template_revisions';

export type ClassRevision = Omit<Schema['template_revisions'], 'seal'>;

/** A template with the revision of its class; null: the class has none. */
export interface WithRevision extends ClassRevision {
  readonly current: number | null;
  readonly current_seal: Uint8Array | null;
}

export type ClassRevisions = ReturnType<typeof createClassRevisions>;

/** Seals revisions. A simpler kind of seal, because a gallery of a million checks a million. */
function createRevisionSeal(derive: (purpose: string) => Uint8Array) {
  const key = createSecretKey(derive('class revisions'));
  return ({ storage, partition, class_id, revision }: ClassRevision): Buffer =>
    createHmac('sha256', key)
      .update(listBytes([storage, partition, String(class_id), String(revision)]))
      .digest();
}

const MOST_AT_FIRST = 2 ** 30;

export function createClassRevisions(derive: (purpose: string) => Uint8Array) {
  const sealOf = createRevisionSeal(derive);
  const sealed = ({ storage, partition, class_id, revision }: ClassRevision) => {
    const row = { storage, partition, class_id, revision };
    return { ...row, seal: sealOf(row) };
  };

  return {
    /** Of a template that replaces the template with revision `replaced`. */
    next: (replaced: number | undefined) =>
      replaced === undefined ? randomInt(1, MOST_AT_FIRST) : replaced + 1,

    /** The row of a revision. */
    sealed,

    async set(trx: Transaction<Schema>, row: ClassRevision) {
      const { revision, seal, ...key } = sealed(row);
      await putRow(trx, CLASSES, key, { revision, seal });
    },

    /** False: there was none. */
    remove: async (trx: Transaction<Schema>, key: ClassKey) =>
      (await deleteRows(trx, CLASSES, { ...key })) > 0,

    /** For every class of the partition. */
    async removeAll(trx: Transaction<Schema>, { storage, partition }: Omit<ClassKey, 'class_id'>) {
      await deleteRows(trx, CLASSES, { storage, partition });
    },

    /** @throws SealBroken the template is not the last one written */
    check({ storage, partition, class_id, revision, current, current_seal: seal }: WithRevision) {
      if (current === null) throw new SealBroken('the class was erased, or never enrolled');
      const expected = sealOf({ storage, partition, class_id, revision: current });
      if (seal?.length !== expected.length || !timingSafeEqual(seal, expected))
        throw new SealBroken('the revision of the class was changed');
      if (current !== revision)
        throw new SealBroken(`an older copy was put back: ${revision} instead of ${current}`);
    },
  };
}
