/** Child process: finds the most similar people by exact float comparison. It answers once. */

import { createSharedMemory } from '../../src/gallery/memory/kernel.ts';
import { compileKernel } from '../../wasm/build.ts';
import { answerParent } from '../child.ts';
import { createRecallProbes, EXACT_BEST, type ExactAnswer } from './recall.ts';
import { createSyntheticPeople } from './synthetic-people.ts';

export interface ExactQuestion {
  readonly people: number;
  /** An even number. */
  readonly probes: number;
}

/** People compared at a time. */
const BLOCK = 16;

async function searchExactly({ people, probes }: ExactQuestion): Promise<ExactAnswer> {
  const synthetic = createSyntheticPeople();
  const probeOf = createRecallProbes(synthetic, people, probes);
  const width = Math.ceil(synthetic.dimension / 4) * 4;
  const vectorsAt = probes * width;
  const scoresAt = vectorsAt + BLOCK * width;
  const memory = createSharedMemory((scoresAt + probes * BLOCK) * 4);
  const floats = new Float32Array(memory.buffer);
  const source = await compileKernel({ source: 'exact.ts', features: ['threads', 'relaxed-simd'] });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(source), {
    env: { memory },
  });
  const compareAll = exports.compareAll as (...values: number[]) => void;
  for (let i = 0; i < probes; i++) floats.set(probeOf(i).vector, i * width);

  const best = new Int32Array(probes * EXACT_BEST).fill(-1);
  const scores = new Float32Array(probes * EXACT_BEST).fill(-1);
  for (let first = 0; first < people; first += BLOCK) {
    const count = Math.min(BLOCK, people - first);
    for (let i = 0; i < count; i++)
      floats.set(synthetic.vectorOf(first + i), vectorsAt + i * width);
    compareAll(0, probes, vectorsAt * 4, BLOCK, width, scoresAt * 4);
    for (let probe = 0; probe < probes; probe++) {
      const last = (probe + 1) * EXACT_BEST - 1;
      for (let i = 0; i < count; i++) {
        const score = floats[scoresAt + probe * BLOCK + i]!;
        if (score <= scores[last]!) continue;
        let at = last;
        for (; at > probe * EXACT_BEST && scores[at - 1]! < score; at--) {
          scores[at] = scores[at - 1]!;
          best[at] = best[at - 1]!;
        }
        scores[at] = score;
        best[at] = first + i;
      }
    }
  }
  return best;
}

answerParent(searchExactly);
