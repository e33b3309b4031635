/** Writes the vectors of classes anew from their templates. */

import type { Kysely } from 'kysely';
import { type Bcid, bcidText } from '../../bcid.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { referenceOf } from '../../templates/class-vector.ts';
import { templateReader } from '../../templates/read-many.ts';
import { TemplateCorrupted } from '../../templates/template.ts';
import { galleryTags, partitionNameOf } from '../gallery.ts';
import { galleryKeys } from './gallery-keys.ts';
import type { VectorRotation } from './rotate-vectors.ts';
import {
  deleteVectors,
  insertVectors,
  type Marks,
  outdatedClasses,
  type VectorRow,
} from './vector-table.ts';

export interface VectorWriterOptions {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly encoderVersion: number;
  readonly rotate: VectorRotation;
  /** Only this partition; absent: all. */
  readonly only?: Omit<Bcid, 'classId'>;
  /** Receives, once, a template that failed its check. */
  readonly onCorrupted: (error: TemplateCorrupted) => void;
}

/** Classes written in one transaction. */
const BATCH = 50;

export function createVectorWriter(options: VectorWriterOptions) {
  const { database, keyRing, encoderVersion, rotate, only = {}, onCorrupted } = options;
  const corrupted = new Set<string>();

  const marks = async (db: Kysely<Schema>): Promise<Marks> => {
    const [newest] = await galleryKeys(db);
    return { encoderVersion, keyId: newest!.id };
  };

  /** Writes the outdated classes of a partition in one transaction. Returns how many. */
  const write = async (classes: readonly Bcid[]): Promise<number> => {
    const { storage, partition } = classes[0]!;
    const ids = classes.map(({ classId }) => classId);
    const done = await database.write(async (trx) => {
      const marked = await marks(trx);
      const scope = { storage, partition, classIds: ids };
      const outdated = await outdatedClasses(trx, marked, scope, ids.length);
      if (outdated.length === 0) return [];
      const revisions = new Map(outdated.map(({ classId, revision }) => [classId, revision]));
      const reader = templateReader({ db: trx, kind: database.kind }, keyRing);
      const stored = await reader.readMany(storage, partition, [...revisions.keys()]);
      const rows = stored.flatMap(({ bcid, template }): VectorRow[] => {
        if (template instanceof TemplateCorrupted) return [];
        const vector = rotate(marked.keyId, referenceOf(template));
        const revision = revisions.get(bcid.classId)!;
        const tags = galleryTags(template.tags, template.consent !== undefined);
        return [{ ...bcid, revision, tags, vector }];
      });
      await deleteVectors(trx, { storage, partition }, [...revisions.keys()]);
      await insertVectors(trx, marked, rows);
      return stored;
    });
    for (const { bcid, template } of done) {
      const name = bcidText(bcid);
      if (!(template instanceof TemplateCorrupted)) corrupted.delete(name);
      else if (!corrupted.has(name)) {
        corrupted.add(name);
        onCorrupted(template);
      }
    }
    return done.length;
  };

  return {
    write,
    /** Writes all classes that need it. */
    async writeAll(signal: AbortSignal, onProgress: (written: number) => void) {
      let written = 0;
      for (let after: Bcid | undefined; !signal.aborted; ) {
        const which = { ...only, after };
        const marked = await marks(database.db);
        const batch = await outdatedClasses(database.db, marked, which, BATCH);
        for (const classes of Object.values(Object.groupBy(batch, partitionNameOf)))
          written += await write(classes!);
        onProgress(written);
        if (batch.length < BATCH) return;
        after = batch.at(-1);
      }
    },
    /** Classes left out because their template failed its check. */
    get corrupted() {
      return corrupted.size;
    },
  };
}
