/** Statistics for the table. */

/** The value below which the share `p` (0..1) of the values lies. NaN without values. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * p;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Median ratio of values measured side by side, which cancels shared disturbances. */
export function medianRatio(above: readonly number[], below: readonly number[]): number {
  return median(above.map((value, i) => value / below[i]!));
}

/**
 * An interval that contains the median with 95 % confidence, whatever the distribution: two ranks,
 * by the binomial distribution. For fewer than six values, their range, with less confidence.
 */
export function medianInterval(values: readonly number[]): readonly [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  let rank = 0;
  let term = 0.5 ** sorted.length;
  let below = term;
  while (below <= 0.025) {
    rank++;
    term *= (sorted.length - rank + 1) / rank;
    below += term;
  }
  const outermost = Math.max(0, rank - 1);
  return [sorted[outermost]!, sorted.at(-1 - outermost)!];
}

/** Slope of the least-squares line through (x, y) points. */
export function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (axis: 0 | 1) => points.reduce((sum, p) => sum + p[axis], 0) / points.length;
  const [mx, my] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
}
