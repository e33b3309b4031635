/** How feature vectors vary between faces, for making vectors of synthetic people. */
import { createSpace } from '../../src/gallery/memory/space.ts';
import { dot } from '../../src/gallery/vectors.ts';

/** Arrays as base64 of little-endian f32. They reveal nobody's vector. */
export interface FaceStatistics {
  readonly dimension: number;
  readonly people: number;
  readonly mean: string;
  /** Orthonormal directions of largest variation, in order, as int8 / 127. */
  readonly directions: string;
  /** Largest value of each direction, represented by 127. */
  readonly scales: string;
  /** Standard deviation along each direction, and of each value of the remainder. */
  readonly deviations: string;
  readonly rest: string;
}

/** Most people. The directions settle long before. */
const MOST = 1500;

/** @param faces one vector per person */
export function faceStatistics(faces: readonly Float32Array[]): FaceStatistics {
  const chosen = faces.slice(0, MOST);
  const dimension = chosen[0]!.length;
  const { mean, directions } = createSpace(dimension, chosen);
  const count = directions.length / dimension;
  const along = (k: number) => directions.subarray(k * dimension, (k + 1) * dimension);
  const deviations = new Float32Array(count);
  const rest = new Float32Array(dimension);
  for (const face of chosen) {
    const left = face.map((value, i) => value - mean[i]!);
    for (let k = 0; k < count; k++) {
      const share = dot(left, along(k));
      deviations[k]! += share * share;
      for (let i = 0; i < dimension; i++) left[i]! -= share * along(k)[i]!;
    }
    for (let i = 0; i < dimension; i++) rest[i]! += left[i]! * left[i]!;
  }
  const root = (sums: Float32Array) => sums.map((sum) => Math.sqrt(sum / chosen.length));
  const steps = new Int8Array(count * dimension);
  const scales = new Float32Array(count);
  for (let k = 0; k < count; k++) {
    scales[k] = along(k).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    along(k).forEach((value, i) => {
      steps[k * dimension + i] = Math.round((value / scales[k]!) * 127);
    });
  }
  return {
    dimension,
    people: chosen.length,
    mean: base64(mean),
    directions: base64(steps),
    scales: base64(scales),
    deviations: base64(root(deviations)),
    rest: base64(root(rest)),
  };
}

const base64 = ({ buffer, byteOffset, byteLength }: Float32Array | Int8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
