/** Feature vectors of synthetic people. They vary as those of real faces do. */
import { readFileSync } from 'node:fs';
import type { FaceStatistics } from '../../evaluation/gallery/statistics.ts';
import { gaussian, randomNumbers } from '../random.ts';

export interface SyntheticPeople {
  readonly dimension: number;
  /** The vector of a person, always the same for the same number. */
  vectorOf(person: number): Float32Array;
  /** Another photograph of a person. */
  lookOf(person: number): Float32Array;
}

/** Faces drawn from the statistics. People are mixtures of `MIXED` of them. */
const POOL = 4096;
const MIXED = 6;
/** Share of a face's distinctive part that another photograph keeps (measured on LFW). */
const SHARED = 0.67;

export function createSyntheticPeople(): SyntheticPeople {
  const text = readFileSync(new URL('face-statistics.json', import.meta.url), 'utf8');
  const statistics = JSON.parse(text) as FaceStatistics;
  const { dimension } = statistics;
  const mean = floats(statistics.mean);
  const pool = drawPool(statistics);

  const residualOf = (random: () => number): Float32Array => {
    const residual = new Float32Array(dimension);
    const weights = Array.from({ length: MIXED }, () => gaussian(random));
    const length = Math.hypot(...weights);
    for (const weight of weights) {
      const face = pool[Math.floor(random() * POOL)]!;
      const share = weight / length;
      for (let i = 0; i < dimension; i++) residual[i]! += share * face[i]!;
    }
    return residual;
  };
  const toVector = (residual: Float32Array): Float32Array => {
    const values = residual.map((value, i) => value + mean[i]!);
    let square = 0;
    for (let i = 0; i < dimension; i++) square += values[i]! * values[i]!;
    const factor = 1 / Math.sqrt(square);
    for (let i = 0; i < dimension; i++) values[i]! *= factor;
    return values;
  };
  return {
    dimension,
    vectorOf: (person) => toVector(residualOf(randomNumbers(person + 1))),
    lookOf(person) {
      const own = residualOf(randomNumbers(person + 1));
      const other = residualOf(randomNumbers(0x7fffffff - person));
      const rest = Math.sqrt(1 - SHARED * SHARED);
      return toVector(own.map((value, i) => SHARED * value + rest * other[i]!));
    },
  };
}

function drawPool(statistics: FaceStatistics): Float32Array[] {
  const { dimension } = statistics;
  const steps = new Int8Array(new Uint8Array(Buffer.from(statistics.directions, 'base64')).buffer);
  const scales = floats(statistics.scales);
  const deviations = floats(statistics.deviations);
  const rest = floats(statistics.rest);
  const random = randomNumbers(17);
  return Array.from({ length: POOL }, () => {
    const residual = rest.map((deviation) => deviation * gaussian(random));
    for (let k = 0; k < scales.length; k++) {
      const factor = (gaussian(random) * deviations[k]! * scales[k]!) / 127;
      const from = k * dimension;
      for (let i = 0; i < dimension; i++) residual[i]! += factor * steps[from + i]!;
    }
    return residual;
  });
}

const floats = (text: string): Float32Array =>
  new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);
