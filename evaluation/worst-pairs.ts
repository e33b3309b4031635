/** The worst comparisons: the best false matches and the worst false non-matches. */
import type { Comparisons, ScoredPairs } from './comparisons.ts';

export interface WrongPair {
  readonly score: number;
  /** Numbers of the two vectors. */
  readonly first: number;
  readonly second: number;
}

/** Impostor pairs with the highest scores, each pair of people once. */
export function worstFalseMatches({ topImpostors, personOf }: Comparisons, count: number) {
  const people = (vector: number) => personOf[vector]!;
  return pick(topImpostors, [...topImpostors.scores.keys()], count, ({ first, second }) => [
    [people(first), people(second)].sort((p, q) => p - q).join('-'),
  ]);
}

/**
 * Genuine pairs with the lowest scores, each photograph once, because one bad photograph spoils
 * many pairs.
 */
export function worstFalseNonMatches({ genuine }: Comparisons, count: number) {
  const rising = [...genuine.scores.keys()].reverse();
  return pick(genuine, rising, count, ({ first, second }) => [`${first}`, `${second}`]);
}

/** The first pairs in order that share no key with an earlier one. */
function pick(
  { scores, first, second }: ScoredPairs,
  order: readonly number[],
  count: number,
  keysOf: (pair: WrongPair) => readonly string[],
): WrongPair[] {
  const seen = new Set<string>();
  const picked: WrongPair[] = [];
  for (const k of order) {
    if (picked.length === count) break;
    const pair = { score: scores[k]!, first: first[k]!, second: second[k]! };
    const keys = keysOf(pair);
    if (keys.some((key) => seen.has(key))) continue;
    for (const key of keys) seen.add(key);
    picked.push(pair);
  }
  return picked;
}
