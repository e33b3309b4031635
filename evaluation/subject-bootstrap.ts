/**
 * Confidence intervals by resampling people, because comparisons with a common person depend on
 * each other.
 */
import type { Comparisons } from './comparisons.ts';

/** Bounds of a 95 % interval. */
export type Interval = readonly [number, number];

export const REPLICATES = 1000;

/**
 * Calls `visit` with the weights of the people in each bootstrap replicate: how often each was
 * drawn, in as many draws with replacement as there are people. The same people always give the
 * same replicates.
 */
export function forEachReplicate(
  people: number,
  replicates: number,
  visit: (weights: Float64Array) => void,
): void {
  let state = 0x9e3779b9;
  // xorshift32 (G. Marsaglia, Journal of Statistical Software 8, 2003).
  const random = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const weights = new Float64Array(people);
  for (let replicate = 0; replicate < replicates; replicate++) {
    weights.fill(0);
    for (let draw = 0; draw < people; draw++) weights[Math.floor(random() * people)]!++;
    visit(weights);
  }
}

/**
 * The middle 95 % of the replicates' values. Undefined if a replicate had none. Resampling cannot
 * show what was never seen, so that a rate of 0 or 1 gets the exact bound of that many people (C. J.
 * Clopper, E. S. Pearson, Biometrika 26, 1934).
 * @param people of whom the values are rates; absent: they are none
 */
export function intervalOf(
  values: readonly (number | undefined)[],
  people = Number.POSITIVE_INFINITY,
): Interval | undefined {
  const known = values.filter((value) => value !== undefined).sort((p, q) => p - q);
  if (known.length === 0 || known.length < values.length) return undefined;
  const at = (share: number) => known[Math.round(share * (known.length - 1))]!;
  const [low, high] = [at(0.025), at(0.975)];
  const unseen = 1 - 0.025 ** (1 / people);
  if (high === 0) return [0, unseen];
  return low === 1 ? [1 - unseen, 1] : [low, high];
}

export interface ErrorRateIntervals {
  /** True accept rate at each of the data's own false accept rates. */
  readonly tar: readonly (Interval | undefined)[];
  /** False and true accept rate at each fixed threshold. */
  readonly farAtThreshold: readonly (Interval | undefined)[];
  readonly tarAtThreshold: readonly (Interval | undefined)[];
  readonly equalErrorRate: Interval | undefined;
}

/**
 * @param rates false accept rates, falling
 * @param thresholds fixed thresholds, in any order
 */
export function bootstrapErrorRates(
  comparisons: Comparisons,
  rates: readonly number[],
  thresholds: readonly number[],
  replicates = REPLICATES,
): ErrorRateIntervals {
  const { people, personOf, genuine, topImpostors, weighImpostors } = comparisons;
  const impostors = withPeople(topImpostors, personOf);
  const own = withPeople(genuine, personOf);
  const results: Replicate[] = [];
  forEachReplicate(people, replicates, (weights) => {
    const total = weighImpostors(weights);
    results.push(runReplicate(impostors, own, weights, total, rates, thresholds));
  });
  const column = (values: (result: Replicate) => readonly (number | undefined)[], size: number) =>
    Array.from({ length: size }, (_, k) =>
      intervalOf(
        results.map((result) => values(result)[k]),
        people,
      ),
    );
  return {
    tar: column(({ tar }) => tar, rates.length),
    farAtThreshold: column(({ farAtThreshold }) => farAtThreshold, thresholds.length),
    tarAtThreshold: column(({ tarAtThreshold }) => tarAtThreshold, thresholds.length),
    equalErrorRate: below1(
      intervalOf(
        results.map((result) => result.equalErrorRate ?? 1),
        people,
      ),
    ),
  };
}

/** A replicate whose error rates meet beyond the kept pairs counts as the worst. */
function below1(interval: Interval | undefined): Interval | undefined {
  return interval !== undefined && interval[1] < 1 ? interval : undefined;
}

interface PairsOfPeople {
  readonly scores: Float32Array;
  readonly p: Uint32Array;
  readonly q: Uint32Array;
}

function withPeople(
  { scores, first, second }: Comparisons['genuine'],
  personOf: Uint32Array,
): PairsOfPeople {
  return { scores, p: first.map((i) => personOf[i]!), q: second.map((i) => personOf[i]!) };
}

interface Replicate {
  readonly tar: readonly (number | undefined)[];
  readonly farAtThreshold: readonly (number | undefined)[];
  readonly tarAtThreshold: readonly (number | undefined)[];
  readonly equalErrorRate: number | undefined;
}

function runReplicate(
  impostors: PairsOfPeople,
  genuine: PairsOfPeople,
  weights: Float64Array,
  total: number,
  rates: readonly number[],
  thresholds: readonly number[],
): Replicate {
  // A person drawn twice counts as two people with the same face: only their own pairs are genuine.
  const accepted = new Float64Array(genuine.scores.length + 1);
  for (let k = 0; k < genuine.scores.length; k++)
    accepted[k + 1] = accepted[k]! + weights[genuine.p[k]!]!;
  const all = accepted.at(-1)!;
  const tarAbove = (score: number) => {
    if (all === 0) return undefined;
    return accepted[countAbove(genuine.scores, score)]! / all;
  };

  const tar: (number | undefined)[] = rates.map(() => undefined);
  const farAtThreshold: (number | undefined)[] = thresholds.map(() => undefined);
  let equal: number | undefined;
  let fnmrBefore = 1;
  // Searches for the crossing of both error rates in steps, because it need not be exact to the
  // pair.
  const step = Math.ceil(impostors.scores.length / 10_000);
  let matched = 0;
  let rate = 0;
  for (let k = 0; k < impostors.scores.length; k++) {
    const score = impostors.scores[k]!;
    const weight = weights[impostors.p[k]!]! * weights[impostors.q[k]!]!;
    while (weight > 0 && rate < rates.length && matched + weight > rates.at(-1 - rate)! * total)
      tar[rates.length - 1 - rate++] = tarAbove(score);
    for (let t = 0; t < thresholds.length; t++)
      if (farAtThreshold[t] === undefined && score < thresholds[t]!)
        farAtThreshold[t] = matched / total;
    matched += weight;
    if (equal === undefined && k % step === 0) {
      const fnmr = 1 - (tarAbove(score) ?? 0);
      if (matched / total >= fnmr) equal = Math.min(matched / total, fnmrBefore);
      fnmrBefore = fnmr;
    }
  }
  const tarAtThreshold = thresholds.map((threshold) =>
    all === 0 ? undefined : accepted[countAbove(genuine.scores, threshold, true)]! / all,
  );
  return { tar, farAtThreshold, tarAtThreshold, equalErrorRate: equal };
}

/** How many of the falling scores are above a score, or also equal to it. */
function countAbove(falling: Float32Array, score: number, orAt = false): number {
  let low = 0;
  let high = falling.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = falling[middle]!;
    if (value > score || (orAt && value === score)) low = middle + 1;
    else high = middle;
  }
  return low;
}
