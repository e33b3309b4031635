/** How often a search finds the same people as an exact float search, over many probes. */
import { cosine } from '../../src/faces/encoding/compare.ts';
import type { Searcher } from './searcher.ts';
import type { SyntheticPeople } from './synthetic-people.ts';

/** The `EXACT_BEST` most similar people of each probe, best first. */
export type ExactAnswer = Int32Array;

export interface RecallProbe {
  readonly vector: Float32Array;
  /** The person, if enrolled. */
  readonly person: number | undefined;
}

export interface Recall {
  readonly probes: number;
  /** Share of the probes whose most similar person came first. */
  readonly at1: number;
  /** Share of the ten most similar people, over all probes, among the ten found. */
  readonly at10: number;
  /** Share of the probes of enrolled people whose person came first. */
  readonly rankOne: number;
}

/** Most similar people per probe. */
export const EXACT_BEST = 10;

/** Strangers have numbers that are never enrolled. */
const FIRST_STRANGER = 0x3000_0000;
/** Scores with a smaller difference are equal, because stored vectors have 16 bits per value. */
const TIE = 1e-5;
/** Probes per call. */
const AT_ONCE = 32;

/** Alternates between another photograph of an enrolled person and a stranger. */
export function createRecallProbes(
  synthetic: SyntheticPeople,
  people: number,
  probes: number,
): (probe: number) => RecallProbe {
  return (probe) => {
    if (probe % 2 === 1)
      return { vector: synthetic.vectorOf(FIRST_STRANGER + probe), person: undefined };
    const person = Math.floor((probe * people) / probes);
    return { vector: synthetic.lookOf(person), person };
  };
}

/** @param exact answers of the process `exact-search.ts` for that many probes */
export async function measureRecall(
  searcher: Searcher,
  synthetic: SyntheticPeople,
  people: number,
  exact: ExactAnswer,
  onProgress: (done: number) => void,
): Promise<Recall> {
  const wanted = exact.length / EXACT_BEST;
  const probeOf = createRecallProbes(synthetic, people, wanted);
  const counts = { first: 0, ten: 0, named: 0, enrolled: 0 };
  for (let from = 0; from < wanted; from += AT_ONCE) {
    const probes = Array.from({ length: Math.min(AT_ONCE, wanted - from) }, (_, i) =>
      probeOf(from + i),
    );
    const { people: named } = await searcher.search(probes.map(({ vector }) => vector));
    for (const [i, found] of named.entries()) {
      const best = exact.subarray((from + i) * EXACT_BEST, (from + i + 1) * EXACT_BEST);
      const { vector, person } = probes[i]!;
      const scoreOf = (one: number) => cosine(vector, synthetic.vectorOf(one));
      const isAsGood = (one: number, other: number) => scoreOf(one) >= scoreOf(other) - TIE;
      if (found[0] === best[0] || isAsGood(found[0]!, best[0]!)) counts.first++;
      for (const one of best) if (found.includes(one) || isAsGood(found.at(-1)!, one)) counts.ten++;
      if (person === undefined) continue;
      counts.enrolled++;
      if (found[0] === person) counts.named++;
    }
    onProgress(from + probes.length);
  }
  return {
    probes: wanted,
    at1: counts.first / wanted,
    at10: counts.ten / exact.length,
    rankOne: counts.named / counts.enrolled,
  };
}
