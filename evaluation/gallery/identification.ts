/** Identification of enrolled people and of strangers, at thresholds from other people. */
import { createHash } from 'node:crypto';
import {
  type Calibration,
  identificationThreshold,
  thresholdsOf,
} from '../../src/faces/calibration/calibration.ts';
import type { PairScores } from '../pair-scores.ts';
import { forEachReplicate, type Interval, intervalOf, REPLICATES } from '../subject-bootstrap.ts';

/** Photographs of people outside the calibration. */
export interface UnknownPeople {
  /** Comparison scores of all pairs of photographs. */
  readonly scores: PairScores;
  /** Name of the person of each photograph. */
  readonly names: readonly string[];
  /** Whether two names may be one person. Their matches are neither hits nor false positives. */
  readonly ignored: (p: string, q: string) => boolean;
  readonly calibration: Calibration;
}

/** A rate with its 95 % interval by resampling people. */
export interface Rate {
  readonly rate: number;
  readonly interval: Interval | undefined;
}

/** Rates at the threshold for one target. */
export interface TargetRates {
  /** Intended false-positive identification rate. */
  readonly target: number;
  /** Searches for strangers that returned somebody, and their share. */
  readonly named: number;
  readonly falsePositives: Rate;
  /** Share of searches for enrolled people that missed them. */
  readonly falseNegatives: Rate;
}

/** Rates of galleries with one photograph per person. */
export interface IdentificationRates {
  /** People in a gallery. */
  readonly enrolled: number;
  /** Searches for people inside and outside, over all galleries. */
  readonly mated: number;
  readonly strangers: number;
  /** Share of mated searches in which nobody is more similar than the sought person. */
  readonly rankOne: Rate;
  readonly targets: readonly TargetRates[];
}

/** The service's default is the middle one. */
export const TARGETS = [0.01, 0.003, 0.001] as const;
/** Sizes of galleries, besides the largest possible. */
const SIZES = [50, 100, 200, 400, 800];
/** Parts of the people. Each in turn are the strangers. */
const PARTS = 10;

/**
 * Galleries of growing size. Each person is a stranger to one of the largest galleries, and
 * enrolled in all others.
 * @param halves without common people
 */
export function identify(halves: readonly UnknownPeople[]): readonly IdentificationRates[] {
  const dealt = halves.map((half) => ({ half, people: photographsByPerson(half.names) }));
  const count = dealt.reduce((sum, { people }) => sum + people.length, 0);
  const largest = Math.min(...dealt.map(({ people }) => people.length - strangersOf(people)));
  return [...SIZES.filter((size) => size < largest), largest].map((enrolled) => {
    const tally = createTally(count);
    let before = 0;
    for (const { half, people } of dealt) {
      for (let part = 0; part < PARTS; part++)
        searchGallery(half, people, { part, enrolled, before }, tally);
      before += people.length;
    }
    return { enrolled, ...ratesOf(tally) };
  });
}

/** Photographs of each person, in an order independent of names. */
type People = readonly (readonly number[])[];

function photographsByPerson(names: readonly string[]): People {
  const byName = Map.groupBy(names.keys(), (photograph) => names[photograph]!);
  const hash = (name: string) => createHash('sha256').update(name).digest('hex');
  return [...byName]
    .map(([name, photographs]) => ({ place: hash(name), photographs }))
    .sort((p, q) => (p.place < q.place ? -1 : 1))
    .map(({ photographs }) => photographs);
}

const strangersOf = (people: People): number => Math.ceil(people.length / PARTS);

/** A returned stranger, and how many the same photograph returned. */
interface FalseMatch {
  readonly stranger: number;
  readonly named: number;
  readonly share: number;
}

/** Numbers of searches, by person on the photograph. */
interface Tally {
  readonly mated: Float64Array;
  readonly first: Float64Array;
  readonly strangers: Float64Array;
  /** By target. */
  readonly missed: readonly Float64Array[];
  readonly falseMatches: readonly FalseMatch[][];
}

const createTally = (people: number): Tally => ({
  mated: new Float64Array(people),
  first: new Float64Array(people),
  strangers: new Float64Array(people),
  missed: TARGETS.map(() => new Float64Array(people)),
  falseMatches: TARGETS.map(() => []),
});

interface Division {
  /** Every tenth person, from this one on, is a stranger. */
  readonly part: number;
  readonly enrolled: number;
  /** People of earlier halves. */
  readonly before: number;
}

function searchGallery(
  { scores, names, ignored, calibration }: UnknownPeople,
  people: People,
  { part, enrolled, before }: Division,
  tally: Tally,
): void {
  const others = [...people.keys()].filter((person) => person % PARTS !== part);
  const from = Math.floor((part * others.length) / PARTS);
  const gallery = Array.from({ length: enrolled }, (_, k) => others[(from + k) % others.length]!);
  const thresholds = TARGETS.map((target) =>
    identificationThreshold(thresholdsOf(calibration), target, enrolled),
  );
  const lowest = Math.min(...thresholds);
  /** Everybody else in the gallery with at least this score. */
  const above = (probe: number, own: number | undefined, least: number) =>
    gallery.flatMap((person) => {
      const reference = people[person]![0]!;
      if (person === own || ignored(names[probe]!, names[reference]!)) return [];
      const score = scores.of(probe, reference);
      return score >= least ? [{ person, score }] : [];
    });

  for (let person = part; person < people.length; person += PARTS)
    for (const probe of people[person]!) {
      tally.strangers[before + person]!++;
      const near = above(probe, undefined, lowest);
      for (const [k, threshold] of thresholds.entries()) {
        const named = near.filter(({ score }) => score >= threshold);
        const share = 1 / named.length;
        for (const one of named)
          tally.falseMatches[k]!.push({
            stranger: before + person,
            named: before + one.person,
            share,
          });
      }
    }
  for (const person of gallery) {
    const [reference, ...probes] = people[person]!;
    for (const probe of probes) {
      const own = scores.of(probe, reference!);
      tally.mated[before + person]!++;
      if (above(probe, person, own).length === 0) tally.first[before + person]!++;
      for (const [k, threshold] of thresholds.entries())
        if (own < threshold) tally.missed[k]![before + person]!++;
    }
  }
}

/**
 * In a replicate, a false match counts as often as both of its people were drawn, so that the
 * intervals hold for other strangers and galleries.
 */
function ratesOf(tally: Tally): Omit<IdentificationRates, 'enrolled'> {
  const { mated, first, strangers, missed, falseMatches } = tally;
  const sum = (counts: Float64Array, weights: Float64Array) =>
    counts.reduce((total, count, person) => total + count * weights[person]!, 0);
  const named = (matches: readonly FalseMatch[], weights: Float64Array) =>
    matches.reduce(
      (total, one) => total + weights[one.stranger]! * weights[one.named]! * one.share,
      0,
    );
  const ofMated = (counts: Float64Array) => (weights: Float64Array) =>
    sum(counts, weights) / sum(mated, weights);
  const [rankOne, ...others] = measureAll(mated.length, [
    ofMated(first),
    ...falseMatches.map(
      (matches) => (weights: Float64Array) => named(matches, weights) / sum(strangers, weights),
    ),
    ...missed.map(ofMated),
  ]);
  const everybody = new Float64Array(mated.length).fill(1);
  return {
    mated: sum(mated, everybody),
    strangers: sum(strangers, everybody),
    rankOne: rankOne!,
    targets: TARGETS.map((target, k) => ({
      target,
      named: Math.round(named(falseMatches[k]!, everybody)),
      falsePositives: others[k]!,
      falseNegatives: others[TARGETS.length + k]!,
    })),
  };
}

/** @param measures the rate with each person's weight */
function measureAll(
  people: number,
  measures: readonly ((weights: Float64Array) => number)[],
): readonly Rate[] {
  const replicates: number[][] = [];
  forEachReplicate(people, REPLICATES, (weights) =>
    replicates.push(measures.map((measure) => measure(weights))),
  );
  const everybody = new Float64Array(people).fill(1);
  return measures.map((measure, k) => ({
    rate: measure(everybody),
    interval: intervalOf(
      replicates.map((values) => values[k]),
      people,
    ),
  }));
}
