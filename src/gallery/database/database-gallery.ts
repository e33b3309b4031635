/**
 * The gallery in the database: vectors in a pgvector column, rotated by a secret rotation, beside
 * the sealed templates. All processes share it, so that none has to hold it.
 *
 * The vectors are derived data. A class whose vectors are absent or of another revision, encoder or
 * key than its template can be told by one query, and has them written anew from its template. So
 * the first filling, changes by whatever process, a new encoder and a new key are all the same
 * work, and whoever is killed in the middle of it loses nothing.
 */
import { LRUCache } from 'lru-cache';
import { inLanes, pause } from '../../async.ts';
import type { Bcid } from '../../bcid.ts';
import { Cancelled, ServiceError, Unavailable } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import { readCancellably } from '../../storage/cancellable-reads.ts';
import type { Database } from '../../storage/database.ts';
import { FeedMissed } from '../../templates/changes.ts';
import type { TemplateStore } from '../../templates/store.ts';
import type { TemplateCorrupted } from '../../templates/template.ts';
import { followChanges } from '../follow.ts';
import { type Gallery, type GalleryLog, type GallerySearch, requireServed } from '../gallery.ts';
import { eraseUnusedKeys, galleryKeys, requireGalleryKey } from './gallery-keys.ts';
import { createVectorRotation } from './rotate-vectors.ts';
import { createIndex, dropIndex, requireVectors } from './vector-extension.ts';
import { searchVectors } from './vector-search.ts';
import { countVectors, type VectorCounts } from './vector-table.ts';
import { createVectorWriter } from './vector-writer.ts';

export interface DatabaseGalleryOptions {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly templates: TemplateStore;
  /** Templates of other encoder versions cannot be compared and are left out. */
  readonly encoderVersion: number;
  /** Values of a feature vector. */
  readonly dimension: number;
  /** Unit vectors of typical faces; see `createVectorRotation`. */
  readonly typicalFaces: readonly Float32Array[];
  /** Compare every vector, or those that an approximate index proposes. */
  readonly index: 'exact' | 'hnsw';
  /** Only this partition; absent: all. */
  readonly only?: Omit<Bcid, 'classId'>;
  /** Is told of a template that failed its check. */
  readonly onCorrupted?: (error: TemplateCorrupted) => void;
  readonly log?: GalleryLog;
}

/** Milliseconds between two looks at what other processes have changed. */
const POLL_INTERVAL = 300;
/** Polls between two looks for a new key, and between two counts of everything. */
const KEY_EVERY = 10;
const COUNT_EVERY = 100;
/** Milliseconds between two attempts to reach a database that is away. */
const RETRY_INTERVAL = 1_000;
/** Milliseconds between two lines of progress. */
const PROGRESS_INTERVAL = 5_000;
/** Milliseconds that the number of classes of a search may be old. */
const COUNT_LIFE = 2_000;
/** Searches whose number of classes is kept. */
const MOST_COUNTS = 1_000;
/** Probes of one call that are looked up at a time. */
const LANES = 4;

export function createDatabaseGallery(options: DatabaseGalleryOptions): Gallery {
  const { database, keyRing, templates, encoderVersion, dimension, index, only, log } = options;
  const rotate = createVectorRotation(keyRing, dimension, options.typicalFaces);
  const onCorrupted = (error: TemplateCorrupted) => options.onCorrupted?.(error);
  const writer = createVectorWriter({ ...options, rotate, onCorrupted });
  const closing = new AbortController();
  const { signal } = closing;
  const progress = { loaded: 0, total: 0 };
  const counts = new LRUCache<string, number>({ max: MOST_COUNTS, ttl: COUNT_LIFE });
  let whole: VectorCounts = { classes: 0, vectors: 0 };
  let otherEncoder = 0;
  let version = 0;
  let ready = false;
  let problem: string | undefined;
  /** Key that all vectors have been rotated by. */
  let rotatedBy: string | undefined;
  let following: Promise<void> | undefined;

  const follower = followChanges({
    templates,
    isServed: ({ storage, partition }) =>
      only === undefined || (only.storage === storage && only.partition === partition),
    async takeIn(classes) {
      await writer.write(classes);
      version += classes.length;
      counts.clear();
    },
  });

  /** Writes whatever is outdated, by the newest key; then erases older keys that nothing needs. */
  const fill = async (): Promise<void> => {
    const [newest] = await galleryKeys(database.db);
    if (index === 'hnsw') await createIndex(database, newest!, encoderVersion, dimension);
    const { templates: total } = await templates.extent(only ?? {});
    Object.assign(progress, { loaded: 0, total });
    let reported = Date.now();
    await writer.writeAll(signal, (written) => {
      progress.loaded = written;
      if (Date.now() - reported < PROGRESS_INTERVAL) return;
      reported = Date.now();
      log?.info({ written, total }, 'writing vectors to the gallery in the database');
    });
    if (signal.aborted) return;
    for (const erased of await eraseUnusedKeys(database))
      await dropIndex(database, erased, encoderVersion);
    await countAll();
    progress.loaded = total;
    rotatedBy = newest!.id;
    version++;
  };

  const countAll = async () => {
    whole = await countVectors(database.db, encoderVersion, { ...only, tags: [] });
    const { templates: stored } = await templates.extent(only ?? {});
    otherEncoder = Math.max(0, stored - whole.classes - writer.corrupted);
  };

  /** @throws ConfigError the database cannot hold a gallery */
  const open = async (): Promise<void> => {
    const started = performance.now();
    while (!signal.aborted)
      try {
        await requireVectors(database);
        await requireGalleryKey(database);
        await follower.followOthers();
        await fill();
        break;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        problem = `The gallery cannot be filled: ${error.message}`;
        log?.warn({ reason: error.message }, 'the gallery cannot be filled; trying again');
        await pause(RETRY_INTERVAL, signal);
      }
    if (signal.aborted) return;
    problem = undefined;
    ready = true;
    const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
    log?.info({ people: whole.classes, vectors: whole.vectors, seconds }, 'gallery filled');
    following = follow();
  };

  /** Takes in what others change, and new keys, for as long as the gallery is open. */
  const follow = async (): Promise<void> => {
    for (let polls = 1; ; polls++) {
      await pause(POLL_INTERVAL, signal);
      if (signal.aborted) return;
      try {
        await follower.followOthers();
        follower.followed.clear();
        if (polls % COUNT_EVERY === 0) await countAll();
        if (polls % KEY_EVERY !== 0) continue;
        const [newest] = await galleryKeys(database.db);
        if (newest?.id !== rotatedBy) await fill();
      } catch (error) {
        if (error instanceof FeedMissed) rotatedBy = undefined;
        else if (!signal.aborted)
          log?.warn({ err: error }, 'the gallery cannot follow the database; trying again');
      }
    }
  };

  const classesIn = async (search: GallerySearch): Promise<number> => {
    const { storage, partition, tags, signal } = search;
    const name = JSON.stringify([storage, partition, ...tags]);
    const known = counts.get(name);
    if (known !== undefined) return known;
    const scope = { storage, partition, tags };
    const counted = await readCancellably(database.db, signal, (trx) =>
      countVectors(trx, encoderVersion, scope),
    );
    counts.set(name, counted.classes);
    return counted.classes;
  };

  const opened = open();
  return {
    async search(probes, search) {
      requireServed(only, search);
      if (!ready) throw new Unavailable(problem ?? 'The gallery is being filled.', 2);
      const parts = { database, encoderVersion, rotate, index };
      const found = inLanes(LANES, probes, async (probe) => {
        if (search.signal.aborted) throw new Cancelled();
        return searchVectors(parts, probe, search);
      });
      const [searched, candidates] = await untilAborted(
        Promise.all([classesIn(search), found]),
        search.signal,
      );
      return { candidates, searched, version };
    },
    status: () => ({
      ready,
      ...whole,
      bytes: 0,
      version,
      ...progress,
      otherEncoder,
      corrupted: writer.corrupted,
      ...(problem === undefined ? {} : { problem }),
    }),
    ready: opened,
    async close() {
      closing.abort();
      ready = false;
      follower.stop();
      await Promise.allSettled([opened, following]);
    },
  };
}

/** @throws Cancelled at once when the signal aborts, whatever still goes on */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = () => reject(new Cancelled());
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  work.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}
