/** The gallery in memory: loaded from the template store, kept equal to it, scanned by threads. */

import { type Bcid, bcidText } from '../../bcid.ts';
import { ConfigError } from '../../config/config.ts';
import { FeedMissed } from '../../templates/changes.ts';
import { followChanges } from '../follow.ts';
import {
  completed,
  type Gallery,
  type GalleryContents,
  type GallerySearch,
  type GallerySearchResult,
  isServed,
  partitionNameOf,
  RESERVE,
  requireServed,
  TOLERANCE,
} from '../gallery.ts';
import { createProgress, keepEqual } from '../keep-equal.ts';
import { GalleryContent } from './content.ts';
import { loadTemplates } from './load.ts';
import type { LoadSource } from './load-worker.ts';
import { createPreparer, type PreparedBatch } from './prepare.ts';
import { GalleryFull, GalleryRows, INDEX_BYTES } from './rows.ts';
import type { ScanResult } from './scan.ts';
import { createScanThreads } from './scan-threads.ts';
import { BLOCK_ROWS, bytesOfRow, MOST_THREADS } from './segment.ts';
import { createSpace } from './space.ts';
import { createVectorEncoder } from './vector-encoder.ts';
import { MOST_PROBES } from './working-space.ts';

export interface MemoryGalleryOptions extends GalleryContents {
  /** Where load threads read the templates; absent: they are read through `templates` alone. */
  readonly source?: LoadSource;
  /** Threads that scan. */
  readonly threads: number;
  /** Threads that load, as many as scan if it is not said. */
  readonly loadThreads?: number;
  /** Templates from which load threads are used; see `loadTemplates`. */
  readonly threadsFrom?: number;
  /** Every vector is compared in full, none is passed over by a narrow scan. */
  readonly exhaustive?: boolean;
  /** Bytes that the gallery may take; absent: as many as there are. */
  readonly limit?: number;
}

/** Below this number of rows, looking at all of them in full is as fast. */
const NARROW_FROM = 16_384;
/** The narrow scan keeps 1 class in this many. evaluation/reports/search.md says what it may miss. */
const NARROWED_SHARE = 64;
const NARROWED_LEAST = 512;
/** Rows of a segment, if one memory can hold that many. Only written pages take memory. */
const SEGMENT_ROWS = 1 << 20;
const SEGMENT_BYTES = 3.5e9;

export function createMemoryGallery(options: MemoryGalleryOptions): Gallery {
  const { templates, encoderVersion, only, exhaustive = false, log, limit } = options;
  const space = createSpace(options.dimension, options.typicalFaces);
  const encoder = createVectorEncoder(space);
  const { prepare } = createPreparer(encoder, encoderVersion);
  const threads = createScanThreads(Math.min(MOST_THREADS, options.threads));
  const { wideBytes } = space;
  const mostRows = Math.floor(SEGMENT_BYTES / bytesOfRow(wideBytes) / BLOCK_ROWS) * BLOCK_ROWS;
  const rows = new GalleryRows({
    wideBytes,
    segmentRows: Math.min(SEGMENT_ROWS, mostRows),
    limit: limit ?? Number.POSITIVE_INFINITY,
    onSegment: (handle) => threads.addSegment(handle),
  });
  const content = new GalleryContent({
    rows,
    rowBytes: encoder.format.bytes,
    onCorrupted: (error) => options.onCorrupted?.(error),
  });
  const scope = { ...only };
  const takeIn = async (classes: readonly Bcid[]) => {
    const { storage, partition } = classes[0]!;
    const classIds = classes.map(({ classId }) => classId);
    const gone = new Set(classIds);
    for await (const page of templates.readVectors(storage, partition, classIds))
      for (const batch of prepare(page)) {
        for (const classId of batch.classIds) gone.delete(classId);
        content.take(batch);
      }
    for (const classId of gone) content.remove({ storage, partition, classId });
  };
  const follower = followChanges({
    templates,
    isServed: (bcid) => isServed(only, bcid),
    takeIn,
  });
  const closing = new AbortController();
  const { signal } = closing;
  const progress = createProgress(log, 'loading the gallery');

  /** Reads everything once. */
  const readAll = async () => {
    await follower.followOthers();
    const { templates: total } = await templates.extent(scope);
    requireRoom(total);
    progress.begin(total);
    const take = (batch: PreparedBatch) => {
      const { followed } = follower;
      content.take(batch, (bcid: Bcid) => followed.size > 0 && followed.has(bcidText(bcid)));
      progress.reach(progress.count.loaded + batch.classIds.length);
    };
    const threads = options.loadThreads ?? options.threads;
    const parts = { encoder, space, signal, take, threads };
    await loadTemplates({ ...options, ...parts, scope }, total);
    await follower.followOthers();
  };

  /** @throws ConfigError the stored templates do not fit into memory */
  const requireRoom = (total: number) => {
    const needed = total * (bytesOfRow(wideBytes) + INDEX_BYTES);
    const figures = { templates: total, megabytes: megabytes(needed) };
    log?.info(figures, 'loading the gallery; it needs about so much memory');
    if (limit !== undefined && needed > limit)
      throw new ConfigError(
        `PROSOPON_GALLERY_MEMORY: the gallery of ${total} people needs about ` +
          `${megabytes(needed)} MB of memory and may take ${megabytes(limit)} MB: give it more, ` +
          'or divide it (docs/operate/scaling.md)',
      );
  };

  const kept = keepEqual({
    follower,
    word: 'loaded',
    open: readAll,
    figures: () => {
      const { classes, bytes } = rows;
      return { people: classes, megabytes: megabytes(bytes) };
    },
    recover: (error) => {
      if (!(error instanceof FeedMissed || error instanceof GalleryFull)) return undefined;
      content.clear();
      // None of them is there any more, so the loader has to bring them, too.
      follower.followed.clear();
      return 'open anew';
    },
    signal,
    log,
  });

  const search = async (
    probes: readonly Float32Array[],
    search: GallerySearch,
  ): Promise<GallerySearchResult> => {
    requireServed(only, search);
    kept.requireReady();
    const partition = partitionNameOf(search);
    const scope = rows.scope(partition, search.tags, search.after);
    const { limit, threshold, signal } = completed(search, scope.classes);
    const inFull = exhaustive || space.directions.length === 0 || scope.classes < NARROW_FROM;
    const narrowed = inFull ? 0 : classesToKeep(Math.min(scope.classes, scope.rows));
    const task = {
      ranges: scope.ranges,
      allowed: scope.allowed,
      narrowed,
      classes: limit + RESERVE,
      threshold: threshold === undefined ? Number.NEGATIVE_INFINITY : threshold - TOLERANCE,
    };
    const candidates: GallerySearchResult['candidates'][number][] = [];
    for (let from = 0; from < probes.length; from += MOST_PROBES) {
      const batch = probes.slice(from, from + MOST_PROBES).map(encoder.encodeProbe);
      const results =
        scope.rows === 0 ? [] : await threads.scan({ ...task, probes: batch }, signal);
      candidates.push(...batch.map((_, i) => toCandidates(results[i])));
    }
    return {
      ...{ candidates, searched: scope.classes, version: content.version },
      otherEncoder: content.leftOut('otherEncoder', partition),
    };
  };

  const toCandidates = (result: ScanResult | undefined) =>
    Array.from(result?.slots ?? [], (slot, i) => ({
      classId: rows.classIdOf(slot),
      comparison: result!.comparisons[i]!,
    }));

  return {
    search,
    status: () => ({
      ...kept.status(),
      classes: rows.classes,
      bytes: rows.bytes,
      version: content.version,
      ...progress.count,
      otherEncoder: content.leftOut('otherEncoder'),
      corrupted: content.leftOut('corrupted'),
    }),
    ready: kept.opened,
    async close() {
      closing.abort();
      // The database may be away, so do not wait for its answer.
      void kept.stop();
      await threads.close();
    },
  };
}

/** Classes that the narrow pass keeps: a number, and a share of all. */
const classesToKeep = (classes: number): number =>
  NARROWED_LEAST + Math.ceil(classes / NARROWED_SHARE);

const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6);
