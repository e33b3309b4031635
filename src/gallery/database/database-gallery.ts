/**
 * The gallery in the database: a pgvector column beside the sealed templates holds the vectors,
 * rotated by a secret rotation. All processes share it, so no process has to hold it in memory.
 *
 * The vectors are derived data. One query finds each class whose vectors are absent, or do not fit
 * the revision, encoder or key of its template. These vectors are then written from the template.
 * The first filling, changes by other processes, a new encoder and a new key therefore take the
 * same path. A process that is killed meanwhile loses nothing.
 */

import { addAbortListener } from 'node:events';
import { LRUCache } from 'lru-cache';
import { inLanes } from '../../async.ts';
import { Cancelled } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import { readCancellably } from '../../storage/cancellable-reads.ts';
import type { Database } from '../../storage/database.ts';
import { FeedMissed } from '../../templates/changes.ts';
import type { TemplateCorrupted } from '../../templates/template.ts';
import { followChanges } from '../follow.ts';
import {
  completed,
  type Gallery,
  type GalleryContents,
  type GallerySearch,
  type GallerySearchResult,
  isServed,
  requireServed,
} from '../gallery.ts';
import { createProgress, keepEqual } from '../keep-equal.ts';
import { eraseUnusedKeys, galleryKeys, requireGalleryKey } from './gallery-keys.ts';
import { createVectorRotation, rotatedDimension } from './rotate-vectors.ts';
import { createIndex, dropIndex, requireVectors } from './vector-extension.ts';
import { searchVectors } from './vector-search.ts';
import { countOtherEncoders, countVectors } from './vector-table.ts';
import { createVectorWriter } from './vector-writer.ts';

export interface DatabaseGalleryOptions extends GalleryContents {
  readonly database: Database;
  readonly keyRing: KeyRing;
  /** Compare every vector, or those that an approximate index proposes. */
  readonly index: 'exact' | 'hnsw';
}

/** Polls between two checks for a new key, and between two counts of all classes. */
const KEY_EVERY = 10;
const COUNT_EVERY = 100;
/** Milliseconds for which the numbers of classes of a search are cached. */
const COUNT_LIFE = 2_000;
/** Searches for which they are cached. */
const MOST_COUNTS = 1_000;
/** Probes of one call that are looked up in parallel. */
const LANES = 4;

type SearchCounts = Pick<GallerySearchResult, 'searched' | 'otherEncoder'>;

export function createDatabaseGallery(options: DatabaseGalleryOptions): Gallery {
  const { database, keyRing, templates, encoderVersion, dimension, index, only, log } = options;
  const rotate = createVectorRotation(keyRing, dimension, options.typicalFaces);
  const onCorrupted = (error: TemplateCorrupted) => options.onCorrupted?.(error);
  const writer = createVectorWriter({ ...options, rotate, onCorrupted });
  const closing = new AbortController();
  const { signal } = closing;
  const progress = createProgress(log, 'writing vectors to the gallery in the database');
  const counts = new LRUCache<string, SearchCounts>({ max: MOST_COUNTS, ttl: COUNT_LIFE });
  let classes = 0;
  let otherEncoder = 0;
  let version = 0;
  /** Key that all vectors have been rotated by. */
  let rotatedBy: string | undefined;

  const follower = followChanges({
    templates,
    isServed: (bcid) => isServed(only, bcid),
    async takeIn(classes) {
      await writer.write(classes);
      version += classes.length;
      counts.clear();
    },
  });

  /** Writes all outdated vectors with the newest key. Then erases older keys that are unused. */
  const fill = async (): Promise<void> => {
    const [newest] = await galleryKeys(database.db);
    if (index === 'hnsw')
      await createIndex(database, newest!, encoderVersion, rotatedDimension(dimension));
    const { templates: total } = await templates.extent(only ?? {});
    progress.begin(total);
    await writer.writeAll(signal, progress.reach);
    if (signal.aborted) return;
    for (const erased of await eraseUnusedKeys(database))
      await dropIndex(database, erased, encoderVersion);
    await countAll();
    progress.count.loaded = total;
    rotatedBy = newest!.id;
    version++;
  };

  const countAll = async () => {
    classes = await countVectors(database.db, encoderVersion, { ...only, tags: [] });
    const { templates: stored } = await templates.extent(only ?? {});
    otherEncoder = Math.max(0, stored - classes - writer.corrupted);
  };

  const kept = keepEqual({
    follower,
    word: 'filled',
    async open() {
      await requireVectors(database);
      await requireGalleryKey(database);
      await follower.followOthers();
      await fill();
    },
    figures: () => ({ people: classes }),
    async afterPoll(polls) {
      if (polls % COUNT_EVERY === 0) await countAll();
      if (polls % KEY_EVERY !== 0) return;
      const [newest] = await galleryKeys(database.db);
      if (newest?.id !== rotatedBy) await fill();
    },
    recover: (error) => {
      if (!(error instanceof FeedMissed)) return undefined;
      // The next check for a new key fills everything again. Searches go on meanwhile.
      rotatedBy = undefined;
      return 'go on';
    },
    signal,
    log,
  });

  const countsOf = async (search: GallerySearch): Promise<SearchCounts> => {
    const { storage, partition, tags, signal } = search;
    const name = JSON.stringify([storage, partition, ...tags]);
    const known = counts.get(name);
    if (known !== undefined) return known;
    const scope = { storage, partition, tags };
    const counted = await readCancellably(database.db, signal, async (trx) => ({
      searched: await countVectors(trx, encoderVersion, scope),
      otherEncoder: await countOtherEncoders(trx, encoderVersion, scope),
    }));
    counts.set(name, counted);
    return counted;
  };

  return {
    async search(probes, search) {
      requireServed(only, search);
      kept.requireReady();
      const parts = { database, encoderVersion, rotate, index };
      const lookUp = async () => {
        const { searched, otherEncoder } = await countsOf(search);
        const candidates = await inLanes(LANES, probes, async (probe) => {
          if (search.signal.aborted) throw new Cancelled();
          return searchVectors(parts, probe, completed(search, searched));
        });
        return { candidates, searched, otherEncoder, version };
      };
      return untilAborted(lookUp(), search.signal);
    },
    status: () => ({
      ...kept.status(),
      classes,
      bytes: 0,
      version,
      ...progress.count,
      otherEncoder,
      corrupted: writer.corrupted,
    }),
    ready: kept.opened,
    async close() {
      closing.abort();
      await kept.stop();
    },
  };
}

/** Rejects as soon as the signal aborts, even while `work` goes on. @throws Cancelled */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  using _listening = addAbortListener(signal, () => reject(new Cancelled()));
  return await Promise.race([work, aborted]);
}
