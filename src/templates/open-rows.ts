/** Opens stored rows; whatever does not hold becomes TemplateCorrupted. */
import type { Kysely } from 'kysely';
import { type KeyRing, type Opener, SealBroken } from '../storage/key-ring.ts';
import type { Schema, TemplatesTable, ThumbnailsTable } from '../storage/schema.ts';
import { templateBinding, thumbnailBinding } from '../storage/sealed-tables.ts';
import { BadRecord, decodeRecord, decodeVectors } from './record.ts';
import {
  type Bcid,
  type StoredTemplate,
  type StoredVectors,
  type Template,
  TemplateCorrupted,
  type Thumbnail,
} from './template.ts';

export type TemplateRow = TemplatesTable;

/** The row of `bcid`; bound to the class that was asked for, not to what the row claims. */
export function openTemplate(opener: Opener, bcid: Bcid, row: TemplateRow): Template {
  const plain = openRecord(opener, bcid, row);
  try {
    return checked(bcid, row, () => decodeRecord(plain));
  } finally {
    plain.fill(0);
  }
}

export function openTemplates(opener: Opener, rows: readonly TemplateRow[]): StoredTemplate[] {
  return rows.map((row) => {
    const bcid = bcidOf(row);
    return { bcid, template: orCorrupted(() => openTemplate(opener, bcid, row)) };
  });
}

/** The vectors of rows, opened one after the other: each is erased when the next is asked for. */
export function* openVectors(
  opener: Opener,
  rows: readonly TemplateRow[],
): Generator<StoredVectors> {
  for (const row of rows) {
    const bcid = bcidOf(row);
    const plain = orCorrupted(() => openRecord(opener, bcid, row));
    if (plain instanceof TemplateCorrupted) {
      yield { bcid, template: plain };
      continue;
    }
    try {
      yield { bcid, template: orCorrupted(() => checked(bcid, row, () => decodeVectors(plain))) };
    } finally {
      plain.fill(0);
    }
  }
}

export const bcidOf = (row: TemplateRow): Bcid => ({
  storage: row.storage,
  partition: row.partition,
  classId: row.class_id,
});

export async function openThumbnail(
  db: Kysely<Schema>,
  keyRing: KeyRing,
  bcid: Bcid,
  row: ThumbnailsTable,
): Promise<Thumbnail> {
  const opener = await keyRing.opener(db, [row.kek_id]);
  const key = { storage: bcid.storage, partition: bcid.partition, class_id: bcid.classId };
  const png = refusing(bcid, () => opener.open(thumbnailBinding({ ...row, ...key }), row));
  return { featureId: row.feature_id, enrolled: new Date(row.enrolled), png };
}

function openRecord(opener: Opener, bcid: Bcid, row: TemplateRow): Buffer {
  const { storage, partition, classId: class_id } = bcid;
  const { revision, encoder_version } = row;
  const binding = templateBinding({ storage, partition, class_id, revision, encoder_version });
  return refusing(bcid, () => opener.open(binding, row));
}

/** What was decoded, if it is of the class and encoder that the row is of. */
function checked<T extends Pick<Template, 'bcid' | 'encoderVersion'>>(
  bcid: Bcid,
  row: TemplateRow,
  decode: () => T,
): T {
  return refusing(bcid, () => {
    const template = decode();
    if (
      template.bcid.storage !== bcid.storage ||
      template.bcid.partition !== bcid.partition ||
      template.bcid.classId !== bcid.classId ||
      template.encoderVersion !== row.encoder_version
    )
      throw new BadRecord('the record names another class or encoder');
    return template;
  });
}

function orCorrupted<T>(work: () => T): T | TemplateCorrupted {
  try {
    return work();
  } catch (error) {
    if (error instanceof TemplateCorrupted) return error;
    throw error;
  }
}

function refusing<T>(bcid: Bcid, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SealBroken || error instanceof BadRecord)
      throw new TemplateCorrupted(bcid, error);
    throw error;
  }
}
