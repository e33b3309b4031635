/** Intervals around shares. */
import { forEachReplicate, type Interval, intervalOf } from '../subject-bootstrap.ts';

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

/** 95 % interval of the accepted share of pairs, several of which may show the same person. */
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
