/** Distributions of genuine and impostor scores in bins of equal width. */
import type { Comparisons } from './comparisons.ts';
import type { Histogram } from './evaluation.ts';

const WIDTH = 0.005;

export function histogramOf({ genuine, impostorScores }: Comparisons): Histogram {
  const lowest = Math.min(genuine.scores.at(-1) ?? 1, impostorScores[0] ?? 1);
  const highest = Math.max(genuine.scores[0] ?? -1, impostorScores.at(-1) ?? -1);
  const start = Math.floor(lowest / WIDTH) * WIDTH;
  const bins = Math.max(0, Math.floor((highest - start) / WIDTH) + 1);
  const shares = (scores: Float32Array) => {
    const counts = new Float64Array(bins);
    for (const score of scores) {
      const bin = Math.floor((score - start) / WIDTH);
      counts[Math.min(bins - 1, Math.max(0, bin))]!++;
    }
    return Array.from(counts, (count) => count / Math.max(1, scores.length));
  };
  return { start, width: WIDTH, genuine: shares(genuine.scores), impostor: shares(impostorScores) };
}
