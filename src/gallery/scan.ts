/** One scan over rows of the gallery: a narrow pass over all, wide scores for the best of it. */
import { BestRows, nthLargest } from './best-rows.ts';
import { NARROW_BYTES, PAIR_BYTES } from './kernel.ts';
import { CHUNK_ROWS, MOST_PROBES, type Segment } from './segment.ts';
import type { EncodedProbe } from './vector-encoder.ts';

export interface ScanTask {
  /** At most `MOST_PROBES`. */
  readonly probes: readonly EncodedProbe[];
  /** First row and number of rows of each range, rising; no range leaves its segment. */
  readonly ranges: Uint32Array;
  /** By tag set, 1: its rows are looked at. Absent: all are. */
  readonly allowed: Uint8Array | undefined;
  /** Rows whose wide score is computed, for each probe; 0: of all. */
  readonly narrowed: number;
  /** Classes wanted for each probe. */
  readonly classes: number;
  /** Comparison scores below this are of no interest. */
  readonly threshold: number;
}

/** The best classes of a probe, best first, by slot. */
export interface ScanResult {
  readonly slots: Uint32Array;
  readonly comparisons: Float32Array;
}

/** Most feature vectors of a class. */
export const MOST_VECTORS = 64;
/** Rows that are looked at for each class wanted, and how many times as many when it was too few. */
const LOOKED_AT = 4;
/** Chunks between two looks at whether the caller is still there. */
const CHUNKS_BETWEEN_LOOKS = 16;

/**
 * @param thread number of the working space to be used
 * @param stopped is asked now and then
 * @returns one result per probe; undefined when it was stopped
 */
export function scan(
  segments: readonly Segment[],
  thread: number,
  task: ScanTask,
  stopped: () => boolean,
): readonly ScanResult[] | undefined {
  if (task.probes.length > MOST_PROBES) throw new RangeError('too many probes for one pass');
  const wide = task.narrowed === 0;
  const keep = wide ? task.classes * MOST_VECTORS : task.narrowed;
  const best = task.probes.map(({ constant }) => {
    const threshold = wide ? task.threshold - constant : Number.NEGATIVE_INFINITY;
    return new BestRows(keep, CHUNK_ROWS, threshold);
  });
  if (!pass(segments, thread, task, best, wide, stopped)) return undefined;
  return task.probes.map((probe, i) => {
    const { rows, scores } = best[i]!.finish();
    if (!wide) rescore(segments, thread, probe, rows, scores);
    return bestClasses(segments, task, probe, rows, scores);
  });
}

/** Every chunk of rows once through the caches, for all probes. False: it was stopped. */
function pass(
  segments: readonly Segment[],
  thread: number,
  { probes, ranges, allowed }: ScanTask,
  best: readonly BestRows[],
  wide: boolean,
  stopped: () => boolean,
): boolean {
  let current: Segment | undefined;
  let chunks = 0;
  for (let range = 0; range < ranges.length; range += 2) {
    const end = ranges[range]! + ranges[range + 1]!;
    for (let first = ranges[range]!; first < end; first += CHUNK_ROWS) {
      const segment = segmentOf(segments, first);
      const scratch = segment.scratch(thread);
      if (segment !== current) {
        current = segment;
        probes.forEach((probe, i) => {
          const { bytes } = wide ? probe.wide : probe.narrow;
          segment.bytesAt(scratch.probes + i * segment.wideBytes, bytes.length).set(bytes);
        });
      }
      const row = first % segment.rows;
      const count = Math.min(CHUNK_ROWS, end - first);
      const { at, kernel, wideBytes } = segment;
      const biases =
        allowed === undefined
          ? at.biases + row * 4
          : segment.maskBiases(scratch.biases, row, count, allowed);
      for (let i = 0; i < probes.length; i++) {
        const { offset, unit } = wide ? probes[i]!.wide : probes[i]!.narrow;
        const probe = scratch.probes + i * wideBytes;
        const { threshold } = best[i]!;
        const written = wide
          ? kernel.scanWide(
              probe,
              offset,
              unit,
              wideBytes,
              at.wide + row * wideBytes,
              at.wideUnits + row * 4,
              biases,
              first,
              count,
              threshold,
              scratch.pairs,
            )
          : kernel.scanNarrow(
              probe,
              offset,
              unit,
              at.narrow + row * NARROW_BYTES,
              at.narrowUnits + row * 4,
              biases,
              first,
              count,
              threshold,
              scratch.pairs,
            );
        if (written > scratch.pairs)
          best[i]!.add(segment.viewOf(scratch.pairs, written - scratch.pairs));
      }
      if (++chunks % CHUNKS_BETWEEN_LOOKS === 0 && stopped()) return false;
    }
  }
  return true;
}

/** Replaces narrow scores by wide ones. */
function rescore(
  segments: readonly Segment[],
  thread: number,
  { wide }: EncodedProbe,
  rows: Uint32Array,
  scores: Float32Array,
): void {
  for (let from = 0; from < rows.length; ) {
    const segment = segmentOf(segments, rows[from]!);
    const base = rows[from]! - (rows[from]! % segment.rows);
    const { probes, pairs } = segment.scratch(thread);
    segment.bytesAt(probes, wide.bytes.length).set(wide.bytes);
    let to = from;
    const view = segment.viewOf(pairs, CHUNK_ROWS * PAIR_BYTES);
    while (to < rows.length && to - from < CHUNK_ROWS && rows[to]! - base < segment.rows)
      view.setUint32((to - from) * PAIR_BYTES, rows[to++]!, true);
    segment.kernel.rescore(
      probes,
      wide.offset,
      wide.unit,
      segment.wideBytes,
      segment.at.wide,
      segment.at.wideUnits,
      segment.at.biases,
      base,
      pairs,
      to - from,
    );
    for (let i = from; i < to; i++) scores[i] = view.getFloat32((i - from) * PAIR_BYTES + 4, true);
    from = to;
  }
}

/** Each class by its best row, looking only as far down the rows as it takes to find enough. */
function bestClasses(
  segments: readonly Segment[],
  task: ScanTask,
  { constant }: EncodedProbe,
  rows: Uint32Array,
  scores: Float32Array,
): ScanResult {
  for (let looked = task.classes * LOOKED_AT; ; looked *= LOOKED_AT) {
    const all = looked >= scores.length;
    const least = all ? Number.NEGATIVE_INFINITY : nthLargest(scores.slice(), looked);
    const bestOf = new Map<number, number>();
    scores.forEach((score, i) => {
      if (score < least || score + constant < task.threshold) return;
      const segment = segmentOf(segments, rows[i]!);
      const slot = segment.classes[rows[i]! % segment.rows]!;
      if (score > (bestOf.get(slot) ?? Number.NEGATIVE_INFINITY)) bestOf.set(slot, score);
    });
    if (!all && bestOf.size < task.classes && least + constant >= task.threshold) continue;
    const sorted = [...bestOf].sort(([, p], [, q]) => q - p).slice(0, task.classes);
    return {
      slots: Uint32Array.from(sorted, ([slot]) => slot),
      comparisons: Float32Array.from(sorted, ([, score]) => score + constant),
    };
  }
}

/** All segments have the same number of rows. */
function segmentOf(segments: readonly Segment[], row: number): Segment {
  return segments[Math.floor(row / segments[0]!.rows)]!;
}

/** The best of several scans of the same probe over different rows. */
export function mergeResults(results: readonly ScanResult[], classes: number): ScanResult {
  const [only] = results;
  if (results.length === 1 && only !== undefined) return only;
  const bestOf = new Map<number, number>();
  for (const { slots, comparisons } of results)
    slots.forEach((slot, i) => {
      bestOf.set(slot, Math.max(comparisons[i]!, bestOf.get(slot) ?? -Infinity));
    });
  const sorted = [...bestOf].sort(([, p], [, q]) => q - p).slice(0, classes);
  return {
    slots: Uint32Array.from(sorted, ([slot]) => slot),
    comparisons: Float32Array.from(sorted, ([, comparison]) => comparison),
  };
}
