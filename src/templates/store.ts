/** The template store: sealed templates, thumbnails and tags in SQL. */

import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Bcid } from '../bcid.ts';
import { type ClassRevisions, createClassRevisions } from '../sealing/classes.ts';
import { SealBroken } from '../sealing/key-ring.ts';
import type { KeyRing } from '../sealing/keys.ts';
import { bindingOf } from '../sealing/sealed-tables.ts';
import { classKey } from '../storage/class-key.ts';
import { readClock } from '../storage/clock.ts';
import type { Database, TransactionStep } from '../storage/database.ts';
import { WriteConflict } from '../storage/retry.ts';
import { countRows, insertRow, updateRows } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import { excludeWritersOfPeople, joinWritersOfPeople } from '../storage/writers-of-people.ts';
import { createChangeFeed, recordChange } from './changes.ts';
import { checkBcid, checkConsent, checkFeatures, checkTags } from './check-change.ts';
import {
  ifCorrupted,
  openTemplate,
  openThumbnail,
  selectTemplates,
  type TemplateRow,
  templateOpener,
} from './open-rows.ts';
import { templateReader } from './read-many.ts';
import { encodeRecord } from './record.ts';
import {
  type ClassChange,
  type ScanScope,
  type Template,
  type TemplateChange,
  TemplateCorrupted,
  type TemplateSummary,
  type Thumbnail,
} from './template.ts';
import { ofBcid, writeThumbnails } from './thumbnails.ts';

export interface ErasureOptions {
  readonly step?: TransactionStep | undefined;
  readonly whenErased?: TransactionStep;
}

/** Writers of a class compare and swap its revision, and excluded those who look at more. */
const PER_CLASS = { isolation: 'repeatable read' } as const;

export type TemplateStore = ReturnType<typeof createTemplateStore>;

/** Sealed templates in the database. Every read checks the signature. */
export function createTemplateStore(database: Database, keyRing: KeyRing) {
  const { db } = database;
  const classes = createClassRevisions(keyRing.derive);
  const clock = async (trx: Transaction<Schema>) => new Date(await readClock(trx, database.kind));
  const listeners = new Set<(change: ClassChange) => Promise<void>>();
  const announce = async (change: ClassChange) => {
    await Promise.all([...listeners].map((listener) => listener(change)));
  };

  const read = async (from: Kysely<Schema>, bcid: Bcid) => {
    const row = await templateRow(from, bcid);
    if (row === undefined) {
      if (await isMissing(from, bcid))
        throw new TemplateCorrupted(bcid, new SealBroken('the template was removed'));
      return undefined;
    }
    const opener = await templateOpener(from, keyRing, classes, [row]);
    return { row, template: openTemplate(opener, bcid, row) };
  };

  /**
   * Reads, lets `change` decide, writes. Atomic and serialised per class: if another writer was
   * faster, `change` runs again on the new state. If `change` returns undefined, nothing changes.
   * @param step part of the change: both are written, or neither
   * @param options.replaceCorrupted `change` may replace a template that fails its check
   * @throws TemplateCorrupted
   */
  const update = async (
    bcid: Bcid,
    change: (current: Template | undefined, isCorrupted: boolean) => TemplateChange | undefined,
    step?: TransactionStep,
    { replaceCorrupted = false } = {},
  ): Promise<Template | undefined> => {
    checkBcid(bcid);
    let changed = false;
    const stamp = randomUUID();
    const result = await database.write(async (trx) => {
      await joinWritersOfPeople(trx, database.kind);
      const found = await read(trx, bcid).catch(replaceCorrupted ? ifCorrupted : null);
      const isCorrupted = found instanceof TemplateCorrupted;
      const current = isCorrupted ? undefined : found;
      const wanted = change(current?.template, isCorrupted);
      changed = wanted !== undefined;
      if (wanted === undefined) return current?.template;
      checkFeatures(wanted);
      await step?.(trx);
      if (isCorrupted) await trx.deleteFrom('templates').where(ofBcid(bcid)).execute();
      const now = await clock(trx);
      const template: Template = {
        bcid,
        encoderVersion: wanted.encoderVersion,
        features: wanted.features,
        tags: checkTags(wanted.tags),
        ...consentOf(wanted, current?.template),
        enrolled: current?.template.enrolled ?? wanted.enrolled ?? now,
        updated: now,
      };
      await writeTemplate(trx, keyRing, classes, template, current?.row.revision);
      await writeTags(trx, bcid, template.tags);
      await writeThumbnails(trx, keyRing, bcid, wanted);
      await recordChange(trx, bcid, stamp, now);
      return template;
    }, PER_CLASS);
    if (changed) await announce({ bcid, change: stamp });
    return result;
  };

  return {
    update,

    /** @throws TemplateCorrupted the record fails its signature, decryption or binding */
    read: async (bcid: Bcid) => (await read(db, bcid))?.template,
    ...templateReader(database, keyRing),

    /** Whether the class is enrolled, even if its template fails its check. */
    exists: async (bcid: Bcid) =>
      (await countRows(db, 'templates', classKey(bcid))) > 0 || (await isMissing(db, bcid)),

    async summary(bcid: Bcid): Promise<TemplateSummary | undefined> {
      const found = await read(db, bcid);
      if (found === undefined) return undefined;
      const { encoderVersion, features, tags, consent, enrolled } = found.template;
      return {
        encoderVersion,
        featureVectors: features.length,
        tags,
        consent,
        enrolled,
        thumbnailsStored: await countRows(db, 'thumbnails', classKey(bcid)),
      };
    },

    /** @param leaveOut receives those that fail their check; absent: the first fault is thrown */
    async thumbnails(
      bcid: Bcid,
      leaveOut = (corrupted: TemplateCorrupted): void => {
        throw corrupted;
      },
    ): Promise<readonly Thumbnail[]> {
      const rows = await db
        .selectFrom('thumbnails')
        .selectAll()
        .where(ofBcid(bcid))
        .orderBy('enrolled')
        .orderBy('feature_id')
        .execute();
      const opened: Thumbnail[] = [];
      for (const row of rows)
        try {
          opened.push(await openThumbnail(db, keyRing, bcid, row));
        } catch (error) {
          if (!(error instanceof TemplateCorrupted)) throw error;
          leaveOut(error);
        }
      return opened;
    },

    /** Replaces the tags. False: no template. */
    async setTags(bcid: Bcid, tags: readonly string[]) {
      const after = await update(bcid, (current) =>
        current === undefined ? undefined : { ...current, tags, thumbnails: [] },
      );
      return after !== undefined;
    },

    /**
     * Erases template, thumbnails and tags. Returns when, by the clock of the database; undefined:
     * no template.
     * @param more `step` is done in the transaction in any case, `whenErased` only if there
     * was a template
     */
    async delete(bcid: Bcid, { step, whenErased }: ErasureOptions = {}) {
      const change = randomUUID();
      const deleted = await database.write(
        async (trx) => {
          // More than this class is at stake, so others do not write meanwhile.
          if (step === undefined) await joinWritersOfPeople(trx, database.kind);
          else await excludeWritersOfPeople(trx, database.kind);
          await step?.(trx);
          const result = await trx.deleteFrom('templates').where(ofBcid(bcid)).executeTakeFirst();
          await trx.deleteFrom('refused_comparisons').where(ofBcid(bcid)).execute();
          const known = await classes.remove(trx, classKey(bcid));
          if (!known && result.numDeletedRows === 0n) return undefined;
          const now = await clock(trx);
          await whenErased?.(trx);
          await recordChange(trx, bcid, change, now);
          return now;
        },
        step === undefined ? PER_CLASS : {},
      );
      await database.scrub();
      if (deleted !== undefined) await announce({ bcid, change });
      return deleted;
    },

    /** Number of templates, and the bytes of their sealed records. */
    async extent({ storage, partition }: Omit<ScanScope, 'share'>) {
      return db
        .selectFrom('templates')
        .select([
          sql<number>`cast(count(*) as integer)`.as('templates'),
          sql<number>`cast(coalesce(sum(length(body)), 0) as double precision)`.as('bytes'),
        ])
        .$if(storage !== undefined, (query) => query.where('storage', '=', storage!))
        .$if(partition !== undefined, (query) => query.where('partition', '=', partition!))
        .executeTakeFirstOrThrow();
    },

    /** A reader of changes that any process commits after its first poll. */
    feed: () => createChangeFeed(database),

    /**
     * Calls `listener` for every class this store changes or deletes. It is awaited after the
     * commit and before the change is acknowledged, and must not reject. Returns a function that
     * unsubscribes.
     */
    onChange(listener: (change: ClassChange) => Promise<void>) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function consentOf(wanted: TemplateChange, current: Template | undefined) {
  if (wanted.consent !== undefined) checkConsent(wanted.consent.reference);
  const consent = wanted.consent ?? current?.consent;
  return consent === undefined ? {} : { consent };
}

function templateRow(from: Kysely<Schema>, bcid: Bcid): Promise<TemplateRow | undefined> {
  return selectTemplates(from).where(ofBcid(bcid)).executeTakeFirst();
}

/** Whether the template is missing without an erasure. Reads one moment, for an exact answer. */
async function isMissing(from: Kysely<Schema>, bcid: Bcid): Promise<boolean> {
  const found = await from
    .selectFrom('template_revisions')
    .select('revision')
    .where(ofBcid(bcid))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('templates').select('templates.class_id').where(ofBcid(bcid)))),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** Compares and swaps the revision. */
async function writeTemplate(
  trx: Transaction<Schema>,
  keyRing: KeyRing,
  classes: ClassRevisions,
  template: Template,
  replaced: number | undefined,
): Promise<void> {
  const key = classKey(template.bcid);
  const revision = classes.next(replaced);
  const version = { revision, encoder_version: template.encoderVersion };
  const sealer = await keyRing.sealer(trx);
  const plain = encodeRecord(template);
  const sealed = sealer.seal(bindingOf('templates', { ...key, ...version }), plain);
  plain.fill(0);
  await classes.set(trx, { ...key, revision });
  if (replaced === undefined) return insertRow(trx, 'templates', { ...key, ...version, ...sealed });
  const old = { ...key, revision: replaced };
  if ((await updateRows(trx, 'templates', old, { ...version, ...sealed })) !== 1)
    throw new WriteConflict('another writer changed the template');
}

async function writeTags(trx: Transaction<Schema>, bcid: Bcid, tags: readonly string[]) {
  await trx.deleteFrom('template_tags').where(ofBcid(bcid)).execute();
  if (tags.length === 0) return;
  await trx
    .insertInto('template_tags')
    .values(tags.map((tag) => ({ ...classKey(bcid), tag })))
    .execute();
}
