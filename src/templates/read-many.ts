/** Reads many templates: of named classes, or all. */

import { type Kysely, sql } from 'kysely';
import type { Bcid } from '../bcid.ts';
import { createClassRevisions } from '../sealing/classes.ts';
import type { KeyRing } from '../sealing/keys.ts';
import { bcidOfRow, isOf } from '../storage/class-key.ts';
import type { Database } from '../storage/database.ts';
import { distributedBy } from '../storage/distribution/placements.ts';
import type { Schema } from '../storage/schema.ts';
import {
  openTemplates,
  openVectors,
  selectTemplates,
  type TemplateRow,
  templateOpener,
} from './open-rows.ts';
import type { ScanScope, StoredTemplate } from './template.ts';

/** Rows to read at a time: few enough to be freed before they become long-lived garbage. */
const BATCH = 100;
/** Classes whose rows every shard is asked for at a time. */
const STRETCH = 1000;

interface ScanPosition {
  readonly after: Bcid | undefined;
  readonly limit: number;
}

export function templateReader(
  { db, kind }: { readonly db: Kysely<Schema>; readonly kind: Database['kind'] },
  keyRing: KeyRing,
) {
  const rowsIn = async (scope: ScanScope) => {
    const isDistributed = kind === 'postgres' && (await distributedBy(db)) !== undefined;
    return isDistributed ? stretchesOfRows(db, scope) : pagesOfRows(db, scope);
  };
  const classes = createClassRevisions(keyRing.derive);
  const openerOf = (rows: readonly TemplateRow[]) => templateOpener(db, keyRing, classes, rows);
  const templatesOf = async (rows: readonly TemplateRow[]) =>
    openTemplates(await openerOf(rows), rows);
  const vectorsOf = async (rows: readonly TemplateRow[]) => openVectors(await openerOf(rows), rows);

  return {
    /** Templates of a scope in the order of their classes, after `after`. */
    page: async (scope: ScanScope, place: ScanPosition) =>
      templatesOf(await pageOfRows(db, scope, place)),

    /** Templates of the classes that have one, in any order. */
    async readMany(storage: string, partition: string, classIds: readonly bigint[]) {
      const templates: StoredTemplate[] = [];
      for await (const rows of rowsOf(db, storage, partition, classIds))
        templates.push(...(await templatesOf(rows)));
      return templates;
    },
    /** Every template of a scope, in batches. Concurrent changes may be missed. */
    async *scan(scope: ScanScope) {
      for await (const rows of await rowsIn(scope)) yield await templatesOf(rows);
    },
    /** The vectors of classes, as `readMany`. Templates are opened one after another. */
    async *readVectors(storage: string, partition: string, classIds: readonly bigint[]) {
      for await (const rows of rowsOf(db, storage, partition, classIds))
        yield await vectorsOf(rows);
    },
    /** The vectors of every template of a scope, as `scan`. */
    async *scanVectors(scope: ScanScope) {
      for await (const rows of await rowsIn(scope)) yield await vectorsOf(rows);
    },

    /** Classes whose template has another encoder version, for background upgrades. */
    async outdated(encoderVersion: number, limit: number, after?: Bcid): Promise<readonly Bcid[]> {
      const rows = await db
        .selectFrom('templates')
        .select(['storage', 'partition', 'class_id'])
        .where('encoder_version', '<>', encoderVersion)
        .$if(after !== undefined, (query) => query.where(beyond(after as Bcid)))
        .orderBy('storage')
        .orderBy('partition')
        .orderBy('class_id')
        .limit(limit)
        .execute();
      return rows.map(bcidOfRow);
    },
  };
}

type Rows = AsyncGenerator<readonly TemplateRow[]>;

async function* rowsOf(
  db: Kysely<Schema>,
  storage: string,
  partition: string,
  classIds: readonly bigint[],
): Rows {
  for (let from = 0; from < classIds.length; from += BATCH)
    yield await selectTemplates(db)
      .where(isOf({ storage, partition }))
      .where('class_id', 'in', classIds.slice(from, from + BATCH))
      .execute();
}

async function* pagesOfRows(db: Kysely<Schema>, scope: ScanScope): Rows {
  for (let after: Bcid | undefined; ; ) {
    const rows = await pageOfRows(db, scope, { after, limit: BATCH });
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = bcidOfRow(rows.at(-1)!);
  }
}

/**
 * For a page, every shard of a distributed table sends as many rows as are wanted of all shards
 * together. Keys are small: they tell where a stretch ends, and its rows need no limit.
 */
async function* stretchesOfRows(db: Kysely<Schema>, scope: ScanScope): Rows {
  for (let after: Bcid | undefined; ; ) {
    const keys = await db
      .selectFrom('templates')
      .select(['storage', 'partition', 'class_id'])
      .where(({ and }) => and(bounds(scope, { after })))
      .orderBy('storage')
      .orderBy('partition')
      .orderBy('class_id')
      .limit(STRETCH)
      .execute();
    if (keys.length === 0) return;
    const upTo = bcidOfRow(keys.at(-1)!);
    const rows = await selectTemplates(db)
      .where(({ and }) => and(bounds(scope, { after, upTo })))
      .execute();
    for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
    after = upTo;
  }
}

/** In the order of the primary key. */
function pageOfRows(
  db: Kysely<Schema>,
  scope: ScanScope,
  { after, limit }: ScanPosition,
): Promise<readonly TemplateRow[]> {
  return selectTemplates(db)
    .where(({ and }) => and(bounds(scope, { after })))
    .orderBy('storage')
    .orderBy('partition')
    .orderBy('class_id')
    .limit(limit)
    .execute();
}

/** Conditions of the rows of a scope that lie beyond one class and not beyond another. */
const bounds = (
  { storage, partition, share, tag }: ScanScope,
  { after, upTo }: { readonly after: Bcid | undefined; readonly upTo?: Bcid },
) =>
  [
    storage !== undefined && sql<boolean>`storage = ${storage}`,
    partition !== undefined && sql<boolean>`partition = ${partition}`,
    tag !== undefined && hasTag(tag),
    share !== undefined && inShare(share),
    after !== undefined && beyond(after),
    upTo !== undefined && notBeyond(upTo),
  ].filter((condition) => condition !== false);

const keyOf = ({ storage, partition, classId }: Bcid) =>
  sql`(${storage}, ${partition}, ${classId})`;

const beyond = (bcid: Bcid) => sql<boolean>`(storage, partition, class_id) > ${keyOf(bcid)}`;

const notBeyond = (bcid: Bcid) => sql<boolean>`(storage, partition, class_id) <= ${keyOf(bcid)}`;

const hasTag = (tag: string) =>
  sql<boolean>`exists (select 1 from template_tags as t where t.storage = templates.storage
    and t.partition = templates.partition and t.class_id = templates.class_id and t.tag = ${tag})`;

const inShare = ({ part, of }: { readonly part: number; readonly of: number }) =>
  sql<boolean>`class_id % ${sql.lit(of)} = ${sql.lit(part)}`;
