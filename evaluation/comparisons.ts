/** Genuine and impostor comparisons of a dataset, ordered to read off error rates. */
import { cosine } from '../src/faces/encoding/compare.ts';
import type { ListedPair } from './listed-pairs.ts';
import type { PairScores } from './pair-scores.ts';

/** Pairs by falling score; `first` and `second` are numbers of vectors. */
export interface ScoredPairs {
  readonly scores: Float32Array;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
}

export interface Comparisons {
  /** Person of each vector, numbered from 0. */
  readonly personOf: Uint32Array;
  readonly people: number;
  readonly genuine: ScoredPairs;
  /** Scores of all impostor comparisons, rising. */
  readonly impostorScores: Float32Array;
  /** The highest-scoring impostor pairs. */
  readonly topImpostors: ScoredPairs;
  /** Number of impostor comparisons if person p counts `weights[p]` times. */
  readonly weighImpostors: (weights: Float64Array) => number;
}

/** Share of impostor pairs kept as pairs. Error rates above it have no interval. */
const TOP_SHARE = 0.03;
/** Keeps all pairs if there are fewer. */
const LEAST_TOP = 100_000;

/**
 * All pairs of all vectors.
 * @param people name of the person of each vector
 * @param ignored whether two people may be the same, so that comparing them proves nothing
 */
export function compareAll(
  scores: PairScores,
  people: readonly string[],
  ignored: (p: string, q: string) => boolean,
): Comparisons {
  const { personOf, names } = numberPeople(people);
  const unsure = ignoredPairs(names, ignored);
  const { size, values } = scores;
  const kinds = { genuine: 0, impostor: 0 };
  forEachPair(size, (i, j) => kinds[kindOf(i, j)]++);
  const impostorScores = new Float32Array(kinds.impostor);
  let filled = 0;
  forEachPair(size, (i, j, at) => {
    if (isImpostor(i, j)) impostorScores[filled++] = values[at]!;
  });
  const used = impostorScores.subarray(0, filled).sort();
  const top = Math.min(filled, Math.max(LEAST_TOP, Math.ceil(filled * TOP_SHARE)));
  const least = used[filled - top] ?? 0;
  return {
    personOf,
    people: names.length,
    genuine: collect(kinds.genuine, (add) =>
      forEachPair(size, (i, j, at) => {
        if (personOf[i] === personOf[j]) add(values[at]!, i, j);
      }),
    ),
    impostorScores: used,
    topImpostors: collect(top, (add) =>
      forEachPair(size, (i, j, at) => {
        if (values[at]! >= least && isImpostor(i, j)) add(values[at]!, i, j);
      }),
    ),
    weighImpostors: weighAll(personOf, names.length, unsure),
  };

  function kindOf(i: number, j: number): 'genuine' | 'impostor' {
    return personOf[i] === personOf[j] ? 'genuine' : 'impostor';
  }
  function isImpostor(i: number, j: number): boolean {
    if (personOf[i] === personOf[j]) return false;
    return !(unsure.get(personOf[i]!)?.has(personOf[j]!) ?? false);
  }
}

/** Only the listed pairs, without those that miss a vector. */
export function compareListed(
  pairs: readonly ListedPair[],
  features: readonly Float32Array[],
  people: readonly string[],
): Comparisons {
  const { personOf, names } = numberPeople(people);
  const score = ({ first, second }: ListedPair) => cosine(features[first]!, features[second]!);
  const genuine = pairs.filter(({ same }) => same);
  const impostors = pairs.filter(({ same }) => !same);
  const gather = (chosen: readonly ListedPair[]) =>
    collect(chosen.length, (add) => {
      for (const pair of chosen) add(score(pair), pair.first, pair.second);
    });
  const topImpostors = gather(impostors);
  return {
    personOf,
    people: names.length,
    genuine: gather(genuine),
    impostorScores: Float32Array.from(topImpostors.scores).sort(),
    topImpostors,
    weighImpostors: (weights) =>
      impostors.reduce(
        (sum, { first, second }) => sum + weights[personOf[first]!]! * weights[personOf[second]!]!,
        0,
      ),
  };
}

function numberPeople(people: readonly string[]): { personOf: Uint32Array; names: string[] } {
  const names = [...new Set(people)];
  const numbers = new Map(names.map((name, number) => [name, number]));
  return { personOf: Uint32Array.from(people, (name) => numbers.get(name)!), names };
}

type IgnoredPairs = ReadonlyMap<number, ReadonlySet<number>>;

function ignoredPairs(
  names: readonly string[],
  ignored: (p: string, q: string) => boolean,
): IgnoredPairs {
  const pairs = new Map<number, Set<number>>();
  for (const [p, name] of names.entries()) {
    const others = [...names.keys()].filter((q) => q !== p && ignored(name, names[q]!));
    if (others.length > 0) pairs.set(p, new Set(others));
  }
  return pairs;
}

function forEachPair(size: number, visit: (i: number, j: number, at: number) => void): void {
  let at = 0;
  for (let i = 0; i < size; i++) for (let j = i + 1; j < size; j++) visit(i, j, at++);
}

export type AddPair = (score: number, first: number, second: number) => void;

/** Collects pairs and orders them by falling score. `most` bounds their number. */
export function collect(most: number, addAll: (add: AddPair) => void): ScoredPairs {
  const pairs: [Float32Array, Uint32Array, Uint32Array] = [
    new Float32Array(most),
    new Uint32Array(most),
    new Uint32Array(most),
  ];
  let count = 0;
  addAll((score, first, second) => {
    if (count === most) return;
    pairs[0][count] = score;
    pairs[1][count] = first;
    pairs[2][count++] = second;
  });
  const order = Uint32Array.from({ length: count }, (_, k) => k).sort(
    (k, l) => pairs[0][l]! - pairs[0][k]!,
  );
  return {
    scores: Float32Array.from(order, (k) => pairs[0][k]!),
    first: Uint32Array.from(order, (k) => pairs[1][k]!),
    second: Uint32Array.from(order, (k) => pairs[2][k]!),
  };
}

/** All pairs of people except ignored ones: (W² − Σ wₚ²nₚ²) / 2 with W = Σ wₚnₚ, minus those. */
function weighAll(
  personOf: Uint32Array,
  people: number,
  unsure: IgnoredPairs,
): Comparisons['weighImpostors'] {
  const images = new Float64Array(people);
  for (const person of personOf) images[person]!++;
  return (weights) => {
    const of = (person: number) => weights[person]! * images[person]!;
    let sum = 0;
    let squares = 0;
    for (let p = 0; p < people; p++) {
      sum += of(p);
      squares += of(p) ** 2;
    }
    let total = (sum ** 2 - squares) / 2;
    for (const [p, others] of unsure) for (const q of others) if (p < q) total -= of(p) * of(q);
    return total;
  };
}
