/** One scan over gallery rows: a narrow pass over all, then wide scores for the best. */

import { BestRows, nthLargest } from './best-rows.ts';
import { pass } from './pass.ts';
import { type Segment, segmentOf } from './segment.ts';
import type { EncodedProbe } from './vector-encoder.ts';
import { LIST_PAIRS, MOST_PROBES } from './working-space.ts';

export interface ScanTask {
  /** At most `MOST_PROBES`. */
  readonly probes: readonly EncodedProbe[];
  /** First row and number of rows of each range, rising; no range leaves its segment. */
  readonly ranges: Uint32Array;
  /** By tag set, 1: its rows are looked at. Absent: all are. */
  readonly allowed: Uint8Array | undefined;
  /** Classes whose wide score is computed, for each probe. 0: all. */
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

/** @param thread number of its working space @returns a result per probe; undefined: stopped */
export function scan(
  segments: readonly Segment[],
  thread: number,
  task: ScanTask,
  stopped: () => boolean,
): readonly ScanResult[] | undefined {
  if (task.probes.length > MOST_PROBES) throw new RangeError('too many probes for one pass');
  const wide = task.narrowed === 0;
  const keep = wide ? task.classes : task.narrowed;
  const start = (probes: readonly EncodedProbe[]) =>
    probes.map(({ constant }) => {
      const threshold = wide ? task.threshold - constant : Number.NEGATIVE_INFINITY;
      return new BestRows(keep, LIST_PAIRS, threshold);
    });
  const options = { segments, thread, ranges: task.ranges, allowed: task.allowed, wide, stopped };
  const best = start(task.probes);
  if (!pass({ ...options, probes: task.probes, best, sampling: true })) return undefined;
  const missed = [...best.keys()].filter((i) => best[i]!.tooFew);
  if (missed.length > 0) {
    const probes = missed.map((i) => task.probes[i]!);
    const again = start(probes);
    if (!pass({ ...options, probes, best: again, sampling: false })) return undefined;
    missed.forEach((i, k) => {
      best[i] = again[k]!;
    });
  }
  return task.probes.map((probe, i) => {
    const { rows, scores } = best[i]!.finish();
    if (!wide) rescore(segments, thread, probe, rows, scores);
    return bestClasses(segments, task, probe, rows, scores);
  });
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
    const { at, kernel, wideBytes } = segment;
    const base = rows[from]! - (rows[from]! % segment.rows);
    const space = segment.workingSpace(thread);
    space.setProbe(0, wide, 0);
    const list = space.pairs(0);
    let count = 0;
    for (let i = from; i < rows.length && count < LIST_PAIRS; i++) {
      if (segmentOf(segments, rows[i]!) !== segment) break;
      list.rows[2 * count++] = rows[i]!;
    }
    // The kernel takes four at a time, so repeat the last.
    const padded = Math.ceil(count / 4) * 4;
    for (let i = count; i < padded; i++) list.rows[2 * i] = list.rows[2 * count - 2]!;
    kernel.rescore(
      space.probes,
      wideBytes,
      at.wide,
      at.wideUnits,
      at.biases,
      base,
      space.listAt(0),
      padded,
    );
    for (let i = 0; i < count; i++) scores[from + i] = list.scores[2 * i + 1]!;
    from += count;
  }
}

function bestClasses(
  segments: readonly Segment[],
  task: ScanTask,
  { constant }: EncodedProbe,
  rows: Uint32Array,
  scores: Float32Array,
): ScanResult {
  // Few are above a threshold.
  const few = scores.length <= task.classes || task.threshold > Number.NEGATIVE_INFINITY;
  const least = few ? Number.NEGATIVE_INFINITY : nthLargest(scores.slice(), task.classes);
  const best: [slot: number, comparison: number][] = [];
  for (let i = 0; i < scores.length; i++) {
    const comparison = scores[i]! + constant;
    if (scores[i]! < least || comparison < task.threshold) continue;
    const segment = segmentOf(segments, rows[i]!);
    best.push([segment.classes[rows[i]! % segment.rows]!, comparison]);
  }
  return toResult(best, task.classes);
}

/** Best first. */
function toResult(found: [slot: number, comparison: number][], classes: number): ScanResult {
  const best = found.sort(([, p], [, q]) => q - p).slice(0, classes);
  return {
    slots: Uint32Array.from(best, ([slot]) => slot),
    comparisons: Float32Array.from(best, ([, comparison]) => comparison),
  };
}

/** The best of several scans of the same probe over different rows. */
export function mergeResults(results: readonly ScanResult[], classes: number): ScanResult {
  const [only] = results;
  if (results.length === 1 && only !== undefined) return only;
  return toResult(
    results.flatMap(({ slots, comparisons }) =>
      Array.from(slots, (slot, i): [number, number] => [slot, comparisons[i]!]),
    ),
    classes,
  );
}
