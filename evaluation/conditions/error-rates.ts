/** Intervals around shares. */
import { forEachReplicate, type Interval, intervalOf } from '../subject-bootstrap.ts';

const REPLICATES = 500;

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
  return intervalOf(shares, counts.length);
}
