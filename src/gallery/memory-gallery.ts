/** The gallery in memory, filled from the template store and kept equal to it. */
import { setImmediate as otherWork } from 'node:timers/promises';
import { Unavailable } from '../errors.ts';
import {
  type Bcid,
  type StoredTemplate,
  TemplateCorrupted,
  type TemplateStore,
} from '../templates/template.ts';
import {
  type Gallery,
  type GallerySearch,
  type GallerySearchResult,
  galleryTags,
} from './gallery.ts';
import { GalleryRows } from './rows.ts';
import type { ScanResult } from './scan.ts';
import { createScanThreads } from './scan-threads.ts';
import { bytesOfRow, MOST_PROBES } from './segment.ts';
import { createSpace } from './space.ts';
import { createVectorEncoder } from './vector-encoder.ts';

export interface MemoryGalleryOptions {
  readonly templates: Pick<TemplateStore, 'read' | 'scan' | 'onChange'>;
  /** Templates of other encoder versions cannot be compared and are left out. */
  readonly encoderVersion: number;
  /** Values of a feature vector. */
  readonly dimension: number;
  /** Unit vectors of typical faces; see `createSpace`. */
  readonly typicalFaces: readonly Float32Array[];
  /** Only this partition; absent: all. */
  readonly only?: { readonly storage: string; readonly partition: string };
  /** Threads that scan. */
  readonly threads: number;
  /** Every vector is compared in full, none is passed over by a narrow scan. */
  readonly exhaustive?: boolean;
  /** Bytes that the gallery may take; absent: as many as there are. */
  readonly limit?: number;
  /** Is told of a template that failed its check. */
  readonly onCorrupted?: (error: TemplateCorrupted) => void;
}

/** Candidates beyond those wanted, because their exact order may be another. */
const RESERVE = 10;
/** By how much an approximate comparison score may be too low. */
const TOLERANCE = 0.002;
/** Below this number of rows, looking at all of them in full is as fast. */
const NARROW_FROM = 16_384;
/** Of how many rows the narrow scan keeps one; see docs/search.md for what it may miss. */
const NARROWED_SHARE = 256;
const NARROWED_LEAST = 512;
/** Rows of a segment: a memory of 1.4 GB, of which only what is written to is taken. */
const SEGMENT_ROWS = 1 << 20;
const SEGMENT_BYTES = 3.5e9;

export function createMemoryGallery(options: MemoryGalleryOptions): Gallery {
  const { templates, encoderVersion, only, exhaustive = false } = options;
  const space = createSpace(options.dimension, options.typicalFaces);
  const encoder = createVectorEncoder(space);
  const threads = createScanThreads(options.threads);
  const { wideBytes } = space;
  const rows = new GalleryRows({
    wideBytes,
    segmentRows: Math.min(
      SEGMENT_ROWS,
      Math.floor(SEGMENT_BYTES / bytesOfRow(wideBytes) / 64) * 64,
    ),
    limit: options.limit ?? Number.POSITIVE_INFINITY,
    onSegment: (handle) => threads.addSegment(handle),
  });
  const left = { otherEncoder: 0, corrupted: 0 };
  const progress = { loaded: 0, total: 0 };
  let ready = false;
  let closed = false;
  let version = 0;
  /** Classes that changed while loading: what the loader read of them may be old. */
  const changed = new Set<string>();

  const put = ({
    bcid,
    template,
  }: {
    bcid: Bcid;
    template: StoredTemplate['template'] | undefined;
  }) => {
    const partition = partitionName(bcid);
    version++;
    if (template instanceof TemplateCorrupted) {
      left.corrupted++;
      options.onCorrupted?.(template);
    } else if (template !== undefined && template.encoderVersion !== encoderVersion)
      left.otherEncoder++;
    else if (template !== undefined) {
      const encoded = template.features.map(({ values }) => {
        const row = new Uint8Array(encoder.format.bytes);
        encoder.encodeRow(values, row);
        return row;
      });
      rows.put(partition, { classId: bcid.classId, tags: galleryTags(template), rows: encoded });
      return;
    }
    rows.remove(partition, bcid.classId);
  };

  const isServed = ({ storage, partition }: Bcid) =>
    only === undefined || (only.storage === storage && only.partition === partition);

  const refresh = async (bcid: Bcid) => {
    if (!isServed(bcid)) return;
    changed.add(className(bcid));
    const template = await templates.read(bcid).catch((error: unknown) => {
      if (error instanceof TemplateCorrupted) return error;
      throw error;
    });
    put({ bcid, template });
  };
  const stopListening = templates.onChange(refresh);

  const load = async () => {
    for await (const batch of templates.scan(only ?? {})) {
      if (closed) return;
      for (const stored of batch) if (!changed.has(className(stored.bcid))) put(stored);
      progress.loaded += batch.length;
      progress.total = progress.loaded;
      await otherWork();
    }
    ready = true;
    changed.clear();
  };

  const search = async (
    probes: readonly Float32Array[],
    { storage, partition, tags, limit, threshold, signal }: GallerySearch,
  ): Promise<GallerySearchResult> => {
    if (!ready) throw new Unavailable('The gallery is being loaded.', 2);
    const scope = rows.scope(partitionName({ storage, partition }), tags);
    if (scope.rows === 0)
      return { candidates: probes.map(() => []), searched: scope.classes, version };
    const inFull = exhaustive || space.directions.length === 0 || scope.rows < NARROW_FROM;
    const narrowed = inFull ? 0 : NARROWED_LEAST + Math.ceil(scope.rows / NARROWED_SHARE);
    const candidates: GallerySearchResult['candidates'][number][] = [];
    for (let from = 0; from < probes.length; from += MOST_PROBES) {
      const batch = probes.slice(from, from + MOST_PROBES);
      const results = await threads.scan(
        {
          probes: batch.map((probe) => encoder.encodeProbe(probe)),
          ranges: scope.ranges,
          allowed: scope.allowed,
          narrowed,
          classes: limit + RESERVE,
          threshold: threshold === undefined ? -Infinity : threshold - TOLERANCE,
        },
        signal,
      );
      candidates.push(...results.map(toCandidates));
    }
    return { candidates, searched: scope.classes, version };
  };

  const toCandidates = ({ slots, comparisons }: ScanResult) =>
    Array.from(slots, (slot, i) => ({
      classId: rows.classIdOf(slot),
      comparison: comparisons[i]!,
    }));

  return {
    search,
    status: () => ({
      ready,
      version,
      classes: rows.classes,
      vectors: rows.vectors,
      bytes: rows.bytes,
      ...left,
      ...progress,
    }),
    ready: load(),
    async close() {
      closed = true;
      stopListening();
      await threads.close();
    },
  };
}

const partitionName = ({ storage, partition }: Omit<Bcid, 'classId'>) => `${storage}.${partition}`;

const className = ({ storage, partition, classId }: Bcid) => `${storage}.${partition}.${classId}`;
