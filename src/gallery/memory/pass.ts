/** One pass over rows of the gallery: each chunk once through the caches, for all probes. */

import type { BestRows } from './best-rows.ts';
import { NARROW_BYTES, PAIR_BYTES } from './kernel.ts';
import { type Segment, segmentOf } from './segment.ts';
import type { EncodedProbe } from './vector-encoder.ts';
import { CHUNK_ROWS, LIST_PAIRS } from './working-space.ts';

export interface PassOptions {
  readonly segments: readonly Segment[];
  /** Number of the working space to be used. */
  readonly thread: number;
  /** First row and number of rows of each range, rising; no range leaves its segment. */
  readonly ranges: Uint32Array;
  /** By tag set, 1: its rows are scanned. Absent: all are. */
  readonly allowed: Uint8Array | undefined;
  /** Whether to compare wide rows or narrow ones. */
  readonly wide: boolean;
  readonly probes: readonly EncodedProbe[];
  /** Collect the results, one a probe. */
  readonly best: readonly BestRows[];
  /** Scan some chunks first, to learn how high the best scores are. */
  readonly sampling: boolean;
  /** Called now and then. */
  readonly stopped: () => boolean;
}

interface Chunk {
  readonly first: number;
  readonly count: number;
}

/** Chunks between two checks whether the caller is still there. */
const CHUNKS_BETWEEN_LOOKS = 16;

/** Every 64th chunk is examined first, then every 8th of these chunks. */
const FIRST = [64, 8];
/** With fewer chunks, none is scanned first. */
const FEWEST_CHUNKS = 32;

/** False: it was stopped. */
export function pass(options: PassOptions): boolean {
  let chunks = chunksOf(options.ranges);
  const all = chunks.length;
  const expect = (share: number) => {
    for (const rows of options.best) rows.expect(share);
  };
  for (const every of options.sampling && all >= FEWEST_CHUNKS ? FIRST : []) {
    const sample = chunks.filter((_, i) => i % every === 0);
    chunks = chunks.filter((_, i) => i % every !== 0);
    expect(1 - chunks.length / all);
    if (!look(options, sample)) return false;
  }
  expect(1);
  return look(options, chunks);
}

function chunksOf(ranges: Uint32Array): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let i = 0; i < ranges.length; i += 2) {
    const end = ranges[i]! + ranges[i + 1]!;
    for (let first = ranges[i]!; first < end; first += CHUNK_ROWS)
      chunks.push({ first, count: Math.min(CHUNK_ROWS, end - first) });
  }
  return chunks;
}

function look(options: PassOptions, chunks: readonly Chunk[]): boolean {
  const { segments, thread, wide, probes, best, stopped } = options;
  let current: Segment | undefined;
  const collect = () => {
    const space = current?.workingSpace(thread);
    best.forEach((rows, i) => {
      space?.collect(i, rows);
    });
  };
  for (const [i, chunk] of chunks.entries()) {
    const segment = segmentOf(segments, chunk.first);
    const space = segment.workingSpace(thread);
    if (segment !== current) {
      collect();
      current = segment;
      probes.forEach((probe, k) => {
        space.setProbe(k, wide ? probe.wide : probe.narrow, best[k]!.threshold);
      });
    }
    const longest = scanChunk(options, segment, chunk);
    // The next chunk might not fit in.
    if (longest > (LIST_PAIRS - CHUNK_ROWS) * PAIR_BYTES) collect();
    if (i % CHUNKS_BETWEEN_LOOKS === 0 && stopped()) return false;
  }
  collect();
  return true;
}

/** Bytes of the longest list. */
function scanChunk(
  { thread, wide, probes, allowed }: PassOptions,
  segment: Segment,
  { first, count }: Chunk,
): number {
  const { at, kernel, wideBytes } = segment;
  const space = segment.workingSpace(thread);
  const row = first % segment.rows;
  let biases = at.biases + row * 4;
  if (allowed !== undefined) {
    segment.maskBiases(space.mask, row, count, allowed);
    biases = space.mask.byteOffset;
  }
  return wide
    ? kernel.scanWide(
        space.probes,
        probes.length,
        space.stride,
        wideBytes,
        at.wide + row * wideBytes,
        at.wideUnits + row * 4,
        biases,
        first,
        count,
      )
    : kernel.scanNarrow(
        space.probes,
        probes.length,
        space.stride,
        at.narrow + row * NARROW_BYTES,
        at.narrowUnits + row * 4,
        biases,
        first,
        count,
      );
}
