/** Classes as table rows name them. */
import { sql } from 'kysely';
import type { Bcid } from '../bcid.ts';

export interface ClassKey {
  readonly storage: string;
  readonly partition: string;
  readonly class_id: bigint;
}

export const classKey = ({ storage, partition, classId }: Bcid): ClassKey => ({
  storage,
  partition,
  class_id: classId,
});

export const bcidOfRow = ({ storage, partition, class_id: classId }: ClassKey): Bcid => ({
  storage,
  partition,
  classId,
});

/** The condition that a row belongs to the class; without a class id, to the partition. */
export const isOf = (key: Omit<ClassKey, 'class_id'> & Partial<ClassKey>) =>
  key.class_id === undefined
    ? sql<boolean>`(storage = ${key.storage} and partition = ${key.partition})`
    : sql<boolean>`(storage = ${key.storage} and partition = ${key.partition}
      and class_id = ${key.class_id})`;
