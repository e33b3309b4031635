/** Error rates of probes against references of many people at fixed thresholds, with intervals. */
import { forEachReplicate, type Interval, intervalOf } from '../subject-bootstrap.ts';

/** Comparisons of one condition. */
export interface ConditionComparisons {
  /** Scores of a person against themselves, with the person's number. */
  readonly genuine: readonly { readonly person: number; readonly score: number }[];
  /** Scores of two people that are above the lowest threshold that is asked for. */
  readonly highImpostors: readonly {
    readonly first: number;
    readonly second: number;
    readonly score: number;
  }[];
  /** How often two people were compared, see `ErrorRates.impostors`. */
  readonly impostors: number;
}

export interface ErrorRates {
  readonly threshold: number;
  /** False non-match rate, 0..1, and its 95 % interval (Wilson 1927). */
  readonly fnmr: number;
  readonly fnmrInterval: Interval;
  /** False match rate, 0..1, and its 95 % interval (people drawn anew). */
  readonly fmr: number;
  readonly fmrInterval: Interval;
}

const Z = 1.96;
const REPLICATES = 500;

/**
 * 95 % interval of a share (E. B. Wilson, Journal of the American Statistical Association 22, 1927).
 * @param count of `total`, which is above 0
 */
export function wilsonInterval(count: number, total: number): Interval {
  const share = count / total;
  const middle = (share + Z ** 2 / (2 * total)) / (1 + Z ** 2 / total);
  const spread =
    (Z / (1 + Z ** 2 / total)) *
    Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2));
  return [Math.max(0, middle - spread), Math.min(1, middle + spread)];
}

/** 95 % interval of the share accepted, of pairs several of which may show the same person. */
export function acceptedInterval(
  pairs: readonly { readonly person: number; readonly accepted: boolean }[],
): Interval | undefined {
  const people = new Map<number, [number, number]>();
  for (const { person, accepted } of pairs) {
    const [hits, all] = people.get(person) ?? [0, 0];
    people.set(person, [hits + Number(accepted), all + 1]);
  }
  const counts = [...people.values()];
  const shares: (number | undefined)[] = [];
  forEachReplicate(counts.length, REPLICATES, (weights) => {
    let [hits, all] = [0, 0];
    for (const [k, [h, a]] of counts.entries()) {
      hits += weights[k]! * h;
      all += weights[k]! * a;
    }
    shares.push(all === 0 ? undefined : hits / all);
  });
  return intervalOf(shares);
}

/**
 * Error rates at one threshold. Genuine comparisons, one a person, count as independent. There is
 * at least one comparison of each kind.
 */
export function errorRatesAt(
  { genuine, highImpostors, impostors }: ConditionComparisons,
  threshold: number,
): ErrorRates {
  const rejected = genuine.filter(({ score }) => score < threshold).length;
  const matched = highImpostors.filter(({ score }) => score >= threshold);
  return {
    threshold,
    fnmr: rejected / genuine.length,
    fnmrInterval: wilsonInterval(rejected, genuine.length),
    fmr: matched.length / impostors,
    fmrInterval: falseMatchInterval(matched, impostors),
  };
}

/** None in n comparisons: up to 3 / n (rule of three), as no replicate could show one. */
function falseMatchInterval(
  matched: ConditionComparisons['highImpostors'],
  impostors: number,
): Interval {
  if (matched.length === 0) return [0, 3 / impostors];
  const people = Math.max(...matched.map(({ first, second }) => Math.max(first, second))) + 1;
  const rates: number[] = [];
  forEachReplicate(people, REPLICATES, (weights) => {
    const drawn = matched.reduce(
      (sum, pair) => sum + weights[pair.first]! * weights[pair.second]!,
      0,
    );
    rates.push(drawn / impostors);
  });
  return intervalOf(rates)!;
}
