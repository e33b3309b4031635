/** Worker thread: comparison scores of some rows of a matrix with all later rows. */
import { workerData } from 'node:worker_threads';

export interface ScoreWorkerData {
  /** Shared feature vectors, row by row. */
  readonly vectors: SharedArrayBuffer;
  /** Shared place for scores of pairs (i, j > i), row by row. */
  readonly scores: SharedArrayBuffer;
  readonly rows: number;
  readonly dimension: number;
  /** Computes rows whose number modulo `lanes` is `lane`. */
  readonly lane: number;
  readonly lanes: number;
}

const { rows, dimension, lane, lanes, ...shared } = workerData as ScoreWorkerData;
const vectors = new Float32Array(shared.vectors);
const scores = new Float32Array(shared.scores);

for (let i = lane; i < rows; i += lanes) {
  const p = vectors.subarray(i * dimension, (i + 1) * dimension);
  let out = i * rows - (i * (i + 1)) / 2;
  for (let j = i + 1; j < rows; j++) {
    const q = vectors.subarray(j * dimension, (j + 1) * dimension);
    scores[out++] = dot(p, q);
  }
}

/**
 * Four sums at a time, because a single one would wait for each addition. Double precision
 * throughout.
 */
function dot(p: Float32Array, q: Float32Array): number {
  const whole = p.length - (p.length % 4);
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let k = 0; k < whole; k += 4) {
    a += p[k]! * q[k]!;
    b += p[k + 1]! * q[k + 1]!;
    c += p[k + 2]! * q[k + 2]!;
    d += p[k + 3]! * q[k + 3]!;
  }
  for (let k = whole; k < p.length; k++) a += p[k]! * q[k]!;
  return a + b + (c + d);
}
