/** The misses of the gallery's narrow pass, on real feature vectors. */
import { cosine } from '../../src/faces/encoding/compare.ts';
import { NARROW_BYTES, NARROW_ZERO } from '../../src/gallery/memory/kernel.ts';
import type { GallerySpace } from '../../src/gallery/memory/space.ts';
import { createVectorEncoder } from '../../src/gallery/memory/vector-encoder.ts';
import { firstOfEach } from '../make-cohort.ts';

export interface NarrowPass {
  readonly enrolled: number;
  readonly probes: number;
  /** How many rows the narrow pass places before the most similar one. 0 is right. */
  readonly best: Ranks;
  /** The same for each of the ten most similar rows. */
  readonly ten: Ranks;
}

export interface Ranks {
  readonly p99: number;
  readonly p999: number;
  readonly worst: number;
}

/** The gallery holds the first vector of each person. All others are probes. */
export function measureNarrowPass(
  space: GallerySpace,
  features: readonly Float32Array[],
  names: readonly string[],
): NarrowPass {
  const encoder = createVectorEncoder(space);
  const gallery = firstOfEach(names);
  const enrolled = new Set(gallery);
  const rows = gallery.map((vector) => {
    const row = new Uint8Array(encoder.format.bytes);
    encoder.encodeRow(features[vector]!, row);
    return row;
  });
  const best: number[] = [];
  const ten: number[] = [];
  for (const [probe, values] of features.entries()) {
    if (enrolled.has(probe)) continue;
    const { narrow } = encoder.encodeProbe(values);
    const scores = Float32Array.from(rows, (row) => narrowScore(row, space.wideBytes, narrow));
    const exact = Float32Array.from(gallery, (vector) => cosine(values, features[vector]!));
    const similar = [...exact.keys()].sort((p, q) => exact[q]! - exact[p]!).slice(0, 10);
    const ranks = similar.map((row) =>
      scores.reduce((sum, score) => sum + (score > scores[row]! ? 1 : 0), 0),
    );
    best.push(ranks[0]!);
    ten.push(...ranks);
  }
  return {
    enrolled: gallery.length,
    probes: best.length,
    best: summarise(best),
    ten: summarise(ten),
  };
}

function summarise(ranks: readonly number[]): Ranks {
  const sorted = ranks.toSorted((p, q) => p - q);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]!;
  return { p99: at(0.99), p999: at(0.999), worst: at(1) };
}

/** The kernel's computation in plain JavaScript. */
function narrowScore(
  row: Uint8Array,
  wideBytes: number,
  { bytes, unit }: { readonly bytes: Int8Array; readonly unit: number },
): number {
  let sum = 0;
  for (let i = 0; i < NARROW_BYTES; i++) {
    const two = row[wideBytes + i]!;
    sum += bytes[i]! * ((two & 15) - NARROW_ZERO);
    sum += bytes[NARROW_BYTES + i]! * ((two >> 4) - NARROW_ZERO);
  }
  const numbers = new DataView(row.buffer, row.byteOffset + wideBytes + NARROW_BYTES, 12);
  return sum * unit * numbers.getFloat32(4, true) + numbers.getFloat32(8, true);
}
