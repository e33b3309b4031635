/**
 * The revision of each class, kept apart from its template. An older copy, put back, has another
 * revision; an erased class has none. Revisions start at random, so a class enrolled again never
 * repeats an earlier one.
 */

import { createHmac, createSecretKey, randomInt, timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type ClassKey, isOf } from '../storage/class-key.ts';
import { putRow } from '../storage/rows.ts';
import type { Schema, TemplateRevisionsTable } from '../storage/schema.ts';
import { SealBroken } from './key-ring.ts';
import { listBytes } from './list-bytes.ts';
import { createSetSums } from './set-sums.ts';

export const CLASSES = 'template_revisions';

export type ClassRevision = Omit<TemplateRevisionsTable, 'seal'>;

/** Number of sums that share the classes, so that writers of different classes rarely conflict. */
export const CLASS_SUMS = 64;

export const classSum = (part: number): string => `classes ${part}`;
export const sumOfClass = ({ class_id }: Pick<ClassRevision, 'class_id'>): string =>
  classSum(Number(class_id % BigInt(CLASS_SUMS)));

/** A template with the revision of its class; null: the class has none. */
export interface WithRevision extends ClassRevision {
  readonly current: number | null;
  readonly current_seal: Uint8Array | null;
}

export type ClassRevisions = ReturnType<typeof createClassRevisions>;

/** Seals revisions. A simpler kind of seal, because a gallery of a million checks a million. */
export function createRevisionSeal(derive: (purpose: string) => Uint8Array) {
  const key = createSecretKey(derive('class revisions'));
  return ({ storage, partition, class_id, revision }: ClassRevision): Buffer =>
    createHmac('sha256', key)
      .update(listBytes([storage, partition, String(class_id), String(revision)]))
      .digest();
}

const MOST_AT_FIRST = 2 ** 30;

export function createClassRevisions(derive: (purpose: string) => Uint8Array) {
  const sealOf = createRevisionSeal(derive);
  const sums = createSetSums(derive);
  const rowOf = (trx: Transaction<Schema>, key: ClassKey) =>
    trx.selectFrom(CLASSES).select('seal').where(isOf(key)).executeTakeFirst();
  const count = (trx: Transaction<Schema>, key: ClassKey, seals: readonly Uint8Array[]) =>
    sums.change(trx, sumOfClass(key), seals.map(sums.element));

  return {
    /** Of a template that replaces the template with revision `replaced`. */
    next: (replaced: number | undefined) =>
      replaced === undefined ? randomInt(1, MOST_AT_FIRST) : replaced + 1,

    async set(trx: Transaction<Schema>, { storage, partition, class_id, revision }: ClassRevision) {
      const row = { storage, partition, class_id, revision };
      const seal = sealOf(row);
      const old = await rowOf(trx, row);
      await putRow(trx, CLASSES, { storage, partition, class_id }, { revision, seal });
      await count(trx, row, old === undefined ? [seal] : [old.seal, seal]);
    },

    /** False: there was none. */
    async remove(trx: Transaction<Schema>, key: ClassKey) {
      const old = await rowOf(trx, key);
      if (old === undefined) return false;
      await trx.deleteFrom(CLASSES).where(isOf(key)).execute();
      await count(trx, key, [old.seal]);
      return true;
    },

    /** For every class of the partition. */
    async removeAll(trx: Transaction<Schema>, { storage, partition }: Omit<ClassKey, 'class_id'>) {
      const ofPartition = isOf({ storage, partition });
      const rows = await trx
        .selectFrom(CLASSES)
        .select(['class_id', 'seal'])
        .where(ofPartition)
        .execute();
      for (const [name, group] of Map.groupBy(rows, sumOfClass))
        await sums.change(
          trx,
          name,
          group.map(({ seal }) => sums.element(seal)),
        );
      await trx.deleteFrom(CLASSES).where(ofPartition).execute();
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
