/** Reads many templates: those of named classes, or all there are. */
import { type Kysely, sql } from 'kysely';
import type { KeyRing } from '../storage/key-ring.ts';
import type { Schema } from '../storage/schema.ts';
import { openTemplate, type TemplateRow } from './open-rows.ts';
import {
  type Bcid,
  type StoredTemplate,
  TemplateCorrupted,
  type TemplateStore,
} from './template.ts';

/** Rows read at a time. */
const BATCH = 500;

export function templateReader(
  db: Kysely<Schema>,
  keyRing: KeyRing,
): Pick<TemplateStore, 'readMany' | 'page' | 'scan'> {
  const opened = async (row: TemplateRow): Promise<StoredTemplate> => {
    const bcid = { storage: row.storage, partition: row.partition, classId: row.class_id };
    const template = await openTemplate(db, keyRing, bcid, row).catch((error: unknown) => {
      if (error instanceof TemplateCorrupted) return error;
      throw error;
    });
    return { bcid, template };
  };

  const page: TemplateStore['page'] = async ({ storage, partition, share }, { after, limit }) => {
    const rows: TemplateRow[] = await db
      .selectFrom('templates')
      .selectAll()
      .$if(storage !== undefined, (query) => query.where('storage', '=', storage!))
      .$if(partition !== undefined, (query) => query.where('partition', '=', partition!))
      .$if(share !== undefined, (query) => query.where(inShare(share!)))
      .$if(after !== undefined, (query) => query.where(beyond(after!)))
      .orderBy('storage')
      .orderBy('partition')
      .orderBy('class_id')
      .limit(limit)
      .execute();
    const batch: StoredTemplate[] = [];
    for (const row of rows) batch.push(await opened(row));
    return batch;
  };

  return {
    page,

    async readMany(storage, partition, classIds) {
      const templates: StoredTemplate[] = [];
      for (let from = 0; from < classIds.length; from += BATCH) {
        const rows = await db
          .selectFrom('templates')
          .selectAll()
          .where('storage', '=', storage)
          .where('partition', '=', partition)
          .where('class_id', 'in', classIds.slice(from, from + BATCH))
          .execute();
        for (const row of rows) templates.push(await opened(row));
      }
      return templates;
    },

    async *scan(scope) {
      for (let after: Bcid | undefined; ; ) {
        const batch = await page(scope, { after, limit: BATCH });
        if (batch.length > 0) yield batch;
        if (batch.length < BATCH) return;
        after = batch.at(-1)!.bcid;
      }
    },
  };
}

export const beyond = ({ storage, partition, classId }: Bcid) =>
  sql<boolean>`(storage, partition, class_id) > (${storage}, ${partition}, ${classId})`;

const inShare = ({ part, of }: { readonly part: number; readonly of: number }) =>
  sql<boolean>`class_id % ${sql.lit(of)} = ${sql.lit(part)}`;
