/** Opens stored rows. Every fault becomes TemplateCorrupted. */

import type { Kysely } from 'kysely';
import type { Bcid } from '../bcid.ts';
import type { ClassRevisions, WithRevision } from '../sealing/classes.ts';
import { SealBroken } from '../sealing/key-ring.ts';
import type { KeyRing } from '../sealing/keys.ts';
import { bindingOf } from '../sealing/sealed-tables.ts';
import { bcidOfRow, classKey } from '../storage/class-key.ts';
import type { Schema } from '../storage/schema.ts';
import { BadRecord, decodeRecord, decodeVectors } from './record.ts';
import {
  type StoredTemplate,
  type StoredVectors,
  type Template,
  TemplateCorrupted,
  type Thumbnail,
} from './template.ts';

/** A row in the form of `selectTemplates`. */
export type TemplateRow = Schema['templates'] & WithRevision;

/** Opens rows that were sealed with the keys it has loaded. */
export type TemplateOpener = (bcid: Bcid, row: TemplateRow) => Buffer;

/** @param rows the rows it will open */
export async function templateOpener(
  db: Kysely<Schema>,
  keyRing: KeyRing,
  classes: ClassRevisions,
  rows: readonly TemplateRow[],
): Promise<TemplateOpener> {
  const opener = await keyRing.opener(
    db,
    rows.map((row) => row.kek_id),
  );
  return (bcid, row) => {
    const { revision, encoder_version, current, current_seal } = row;
    const key = { ...classKey(bcid), revision };
    classes.check({ ...key, current, current_seal });
    return opener.open(bindingOf('templates', { ...key, encoder_version }), row);
  };
}

/** Templates with the revisions that their classes have. */
export function selectTemplates(db: Kysely<Schema>) {
  return db
    .selectFrom('templates')
    .leftJoin(
      (of) =>
        of
          .selectFrom('template_revisions')
          .select([
            'storage as r_storage',
            'partition as r_partition',
            'class_id as r_class_id',
            'revision as current',
            'seal as current_seal',
          ])
          .as('r'),
      (on) =>
        on
          .onRef('r_storage', '=', 'templates.storage')
          .onRef('r_partition', '=', 'templates.partition')
          .onRef('r_class_id', '=', 'templates.class_id'),
    )
    .selectAll('templates')
    .select(['current', 'current_seal']);
}

/** The row of `bcid`; bound to the requested class, not to the class that the row claims. */
export function openTemplate(opener: TemplateOpener, bcid: Bcid, row: TemplateRow): Template {
  const plain = openRecord(opener, bcid, row);
  try {
    return checked(bcid, row, () => decodeRecord(plain));
  } finally {
    plain.fill(0);
  }
}

export function openTemplates(
  opener: TemplateOpener,
  rows: readonly TemplateRow[],
): StoredTemplate[] {
  return rows.map((row) => {
    const bcid = bcidOfRow(row);
    return { bcid, template: orCorrupted(() => openTemplate(opener, bcid, row)) };
  });
}

/** The vectors of rows, opened one after another. Each is erased when the next is requested. */
export function* openVectors(
  opener: TemplateOpener,
  rows: readonly TemplateRow[],
): Generator<StoredVectors> {
  for (const row of rows) {
    const bcid = bcidOfRow(row);
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

export async function openThumbnail(
  db: Kysely<Schema>,
  keyRing: KeyRing,
  bcid: Bcid,
  row: Schema['thumbnails'],
): Promise<Thumbnail> {
  const opener = await keyRing.opener(db, [row.kek_id]);
  const binding = bindingOf('thumbnails', { ...row, ...classKey(bcid) });
  const png = refusing(bcid, () => opener.open(binding, row));
  return { featureId: row.feature_id, enrolled: new Date(row.enrolled), png };
}

const openRecord = (opener: TemplateOpener, bcid: Bcid, row: TemplateRow): Buffer =>
  refusing(bcid, () => opener(bcid, row));

/** The decoded value, if it is of the same class and encoder as the row. */
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
    return ifCorrupted(error);
  }
}

/** For `catch`: a template that fails its check is the result. Others are rethrown. */
export function ifCorrupted(error: unknown): TemplateCorrupted {
  if (error instanceof TemplateCorrupted) return error;
  throw error;
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
