/** The exact interval of a share. */
import type { Interval } from './subject-bootstrap.ts';

const BISECTIONS = 60;

/**
 * 95 % interval of a share, exact for independent trials (C. J. Clopper, E. S. Pearson, Biometrika 26, 1934).
 * @param count of `total`, which is above 0; need not be whole: people may count by a share of their images
 */
export function exactInterval(count: number, total: number): Interval {
  const [yes, no] = [count, total - count];
  return [yes <= 0 ? 0 : quantile(0.025, yes, no + 1), no <= 0 ? 1 : quantile(0.975, yes + 1, no)];
}

/** The share that is exceeded with 95 % confidence, in the same way. */
export const exactLeast = (count: number, total: number): number =>
  count <= 0 ? 0 : quantile(0.05, count, total - count + 1);

/** Where the beta distribution reaches that probability. */
function quantile(probability: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  for (let k = 0; k < BISECTIONS; k++) {
    const middle = (low + high) / 2;
    if (cumulative(middle, a, b) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Regularised incomplete beta function, by its continued fraction (NIST DLMF 8.17.22). */
function cumulative(x: number, a: number, b: number): number {
  if (x > (a + 1) / (a + b + 2)) return 1 - cumulative(1 - x, b, a);
  const front = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
  return (Math.exp(front) / a) * fraction(x, a, b);
}

/** Evaluated as W. J. Lentz does (Applied Optics 15, 1976). */
function fraction(x: number, a: number, b: number): number {
  const kept = (value: number) => (Math.abs(value) < 1e-300 ? 1e-300 : value);
  let [value, c, d] = [1, 1, 0];
  for (let k = 0; k < 1000; k++) {
    const m = Math.floor(k / 2);
    const term =
      k === 0
        ? 1
        : k % 2 === 0
          ? (m * (b - m) * x) / ((a + k - 1) * (a + k))
          : (-(a + m) * (a + b + m) * x) / ((a + k - 1) * (a + k));
    d = 1 / kept(1 + term * d);
    c = kept(1 + term / c);
    value *= c * d;
    if (k > 0 && Math.abs(c * d - 1) < 1e-14) break;
  }
  return value - 1;
}

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** Logarithm of the gamma function above 0.5 (C. Lanczos, SIAM Journal on Numerical Analysis 1, 1964). */
function logGamma(x: number): number {
  const shifted = x - 1;
  const sum = LANCZOS.reduce(
    (all, weight, k) => all + weight / (shifted + k + 1),
    0.99999999999980993,
  );
  const t = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}
