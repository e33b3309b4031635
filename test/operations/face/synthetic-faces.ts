/** A face engine without faces: an image is a vector, so that thousands of probes cost nothing. */
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { cosine } from '../../../src/faces/encoding/compare.ts';

export const DIMENSION = 24;

/** Random numbers that are the same in every run (mulberry32), as normally distributed ones. */
export function gaussian(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

export const unit = (values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};

/** An image of the person whose features these are. */
export const imageOf = (features: Float32Array) => ({
  bytes: new Uint8Array(features.slice().buffer),
  field: 'image',
});

/** Cosine that a random vector reaches once in ten thousand times. */
const THRESHOLD = 0.67;
/** Once in a million times. */
const STRONG = 0.79;

export const syntheticEngine = {
  analyse: async (bytes: Uint8Array) => ({
    rotated: 0,
    width: 1,
    height: 1,
    faces: [],
    qualityScore: 0,
    qualityAssessments: [],
    subject: { features: new Float32Array(bytes.slice().buffer) },
    problem: undefined,
  }),
  compare: cosine,
  threshold: () => THRESHOLD,
  toScore: (comparison: number) =>
    1 / (1 + Math.exp((-Math.log(9) * (comparison - THRESHOLD)) / (STRONG - THRESHOLD))),
  requireRoom: () => {},
  status: () => ({ ready: true, workers: 1, queued: 0 }),
} as unknown as FaceEngine;
