/** Removes from a brightness ratio the part that even, slanting or soft light explains. */
import { type Grid, smooth } from '../grid.ts';
import { LeastSquares } from '../least-squares.ts';
import type { LightRatio } from './light-ratio.ts';

/** Rounds of reducing the weight of outliers. */
const ROUNDS = 3;

/** Remainder beyond the polynomial surface of this degree that fits most places. */
export function besideSurface({ side, places, ratios }: LightRatio, degree: number): Float64Array {
  const rows = places.map((i) =>
    powers((i % side) / (side / 2) - 1, Math.floor(i / side) / (side / 2) - 1, degree),
  );
  let weights = new Float64Array(ratios.length).fill(1);
  let misses = weights;
  for (let round = 0; round < ROUNDS; round++) {
    const system = new LeastSquares(rows[0]!.length);
    rows.forEach((row, k) => {
      system.add(row, ratios[k]!, weights[k]!);
    });
    const surface = system.solve();
    misses = ratios.map((ratio, k) =>
      Math.abs(rows[k]!.reduce((rest, power, n) => rest - power * surface[n]!, ratio)),
    );
    const usual = quantile(misses, 0.5) + 1e-5;
    weights = misses.map((miss) => Math.min(1, usual / miss));
  }
  return misses;
}

/** Remainder beyond the mean of each place's surroundings, smoothed `rounds` times. */
export function besideSurroundings(
  { side, places, ratios }: LightRatio,
  rounds: number,
): Float64Array {
  const [values, counts]: [Grid, Grid] = [
    new Float32Array(side * side),
    new Float32Array(side * side),
  ];
  places.forEach((i, k) => {
    values[i] = ratios[k]!;
    counts[i] = 1;
  });
  const [sums, shares] = [smooth(values, side, rounds), smooth(counts, side, rounds)];
  return ratios.map((ratio, k) => Math.abs(ratio - sums[places[k]!]! / shares[places[k]!]!));
}

/** The value that this share of the values does not exceed. */
export function quantile(values: Float64Array, share: number): number {
  return values.toSorted()[Math.floor(values.length * share)]!;
}

/** Products of powers of both coordinates up to a degree. */
function powers(x: number, y: number, degree: number): number[] {
  const out: number[] = [];
  for (let i = 0; i <= degree; i++) for (let k = 0; k <= degree - i; k++) out.push(x ** i * y ** k);
  return out;
}
