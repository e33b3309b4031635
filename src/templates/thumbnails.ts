/** Writes the thumbnails of a class. */
import type { Transaction } from 'kysely';
import type { Bcid } from '../bcid.ts';
import type { KeyRing } from '../sealing/keys.ts';
import { bindingOf } from '../sealing/sealed-tables.ts';
import { classKey, isOf } from '../storage/class-key.ts';
import { insertRow } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import type { TemplateChange } from './template.ts';

/** The condition that a row belongs to the class. */
export const ofBcid = (bcid: Bcid) => isOf(classKey(bcid));

/** Adds the new thumbnails. Erases replaced thumbnails, and those whose feature is gone. */
export async function writeThumbnails(
  trx: Transaction<Schema>,
  keyRing: KeyRing,
  bcid: Bcid,
  { features, thumbnails }: TemplateChange,
): Promise<void> {
  const replaced = new Set(thumbnails.map(({ featureId }) => featureId));
  const kept = features.map(({ id }) => id).filter((id) => !replaced.has(id));
  await trx
    .deleteFrom('thumbnails')
    .where(ofBcid(bcid))
    .$if(kept.length > 0, (query) => query.where('feature_id', 'not in', kept))
    .execute();
  if (thumbnails.length === 0) return;
  const sealer = await keyRing.sealer(trx);
  for (const { featureId, enrolled, png } of thumbnails) {
    const key = { ...classKey(bcid), feature_id: featureId, enrolled: enrolled.toISOString() };
    const sealed = sealer.seal(bindingOf('thumbnails', key), png);
    await insertRow(trx, 'thumbnails', { ...key, ...sealed });
  }
}
