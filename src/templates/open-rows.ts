/** Opens stored rows; whatever does not hold becomes TemplateCorrupted. */
import type { Kysely } from 'kysely';
import { type KeyRing, SealBroken } from '../storage/key-ring.ts';
import type { Schema, TemplatesTable, ThumbnailsTable } from '../storage/schema.ts';
import { templateBinding, thumbnailBinding } from '../storage/sealed-tables.ts';
import { BadRecord, decodeRecord } from './record.ts';
import { type Bcid, type Template, TemplateCorrupted, type Thumbnail } from './template.ts';

export type TemplateRow = TemplatesTable;

/** The row of `bcid`; bound to the class that was asked for, not to what the row claims. */
export async function openTemplate(
  db: Kysely<Schema>,
  keyRing: KeyRing,
  bcid: Bcid,
  row: TemplateRow,
): Promise<Template> {
  return refusing(bcid, async () => {
    const key = { storage: bcid.storage, partition: bcid.partition, class_id: bcid.classId };
    const plain = await keyRing.open(db, templateBinding({ ...row, ...key }), row);
    const template = decodeRecord(plain);
    plain.fill(0);
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

export async function openThumbnail(
  db: Kysely<Schema>,
  keyRing: KeyRing,
  bcid: Bcid,
  row: ThumbnailsTable,
): Promise<Thumbnail> {
  return refusing(bcid, async () => {
    const key = { storage: bcid.storage, partition: bcid.partition, class_id: bcid.classId };
    const png = await keyRing.open(db, thumbnailBinding({ ...row, ...key }), row);
    return { featureId: row.feature_id, enrolled: new Date(row.enrolled), png };
  });
}

async function refusing<T>(bcid: Bcid, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SealBroken || error instanceof BadRecord)
      throw new TemplateCorrupted(bcid, error);
    throw error;
  }
}
