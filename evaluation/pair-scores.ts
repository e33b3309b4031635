/** Comparison scores of all pairs of feature vectors, computed by worker threads. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ScoreWorkerData } from './score-worker.ts';

/** Scores of all pairs of `size` vectors. Pairs (i, j) with i < j are stored row by row. */
export interface PairScores {
  readonly size: number;
  /** size × (size − 1) / 2 cosines, rounded to single precision. */
  readonly values: Float32Array;
  /** Score of vectors i and j, i ≠ j. */
  readonly of: (i: number, j: number) => number;
}

/**
 * The service's comparison score of every pair (float cosine, equal within 1e-6).
 * @param features unit vectors of equal length
 */
export async function scoreAllPairs(features: readonly Float32Array[]): Promise<PairScores> {
  const size = features.length;
  const dimension = features[0]?.length ?? 0;
  const vectors = new SharedArrayBuffer(size * dimension * 4);
  const matrix = new Float32Array(vectors);
  for (const [row, vector] of features.entries()) matrix.set(vector, row * dimension);
  const scores = new SharedArrayBuffer(((size * (size - 1)) / 2) * 4);
  const lanes = Math.max(1, Math.min(availableParallelism(), Math.ceil(size / 64)));
  const work = { vectors, scores, rows: size, dimension, lanes };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runWorker({ ...work, lane })));
  return pairScores(size, new Float32Array(scores));
}

/** Scores of `size` vectors from the values of pairs (i, j > i), row by row. */
export function pairScores(size: number, values: Float32Array): PairScores {
  return {
    size,
    values,
    of: (i, j) => {
      const low = Math.min(i, j);
      return values[low * size - (low * (low + 1)) / 2 + Math.max(i, j) - low - 1]!;
    },
  };
}

function runWorker(workerData: ScoreWorkerData): Promise<void> {
  const worker = new Worker(new URL('./score-worker.ts', import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`score worker ended with ${code}`)),
    );
  });
}
