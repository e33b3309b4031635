/** Compares probes with templates of several feature vectors, as the service joins them. */
import { type Calibration, thresholdFor } from '../src/faces/calibration/calibration.ts';
import { countAbove, thresholdAt } from './error-rates.ts';
import type { PairScores } from './pair-scores.ts';
import { forEachReplicate, type Interval, intervalOf, REPLICATES } from './subject-bootstrap.ts';

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

const RATES = [0.001, 1e-4, 1e-5] as const;

export interface TemplateTest {
  readonly vectors: number;
  readonly templates: number;
  readonly genuine: number;
  readonly impostor: number;
  /** At thresholds with these true false accept rates. Undefined: too few. */
  readonly at: readonly {
    readonly far: number;
    readonly tar?: number;
    readonly interval?: Interval;
  }[];
  /** False accept rate at the calibration's threshold. */
  readonly calibrated: readonly {
    readonly nominal: number;
    readonly far: number;
    readonly ratio: number;
    readonly tar: number;
  }[];
}

/**
 * Enrols the first photographs of everyone with enough of them, and verifies the rest. All other
 * people's photographs are the impostors.
 * @param people name of the person of each vector, in the order of `scores`
 * @returns undefined: nobody has enough photographs
 */
export function testTemplates(
  scores: PairScores,
  people: readonly string[],
  ignored: (p: string, q: string) => boolean,
  vectors: number,
  calibration: Calibration | undefined,
): TemplateTest | undefined {
  const byPerson = Map.groupBy(people.keys(), (vector) => people[vector]!);
  const templates = [...byPerson].filter(([, own]) => own.length > vectors);
  if (templates.length === 0) return undefined;

  const genuine: number[] = [];
  const owners: number[] = [];
  const impostors: number[] = [];
  for (const [number, [person, own]] of templates.entries()) {
    const enrolled = own.slice(0, vectors);
    const probes = new Set(own.slice(vectors));
    const among = mean(
      enrolled.flatMap((i) => enrolled.map((j) => (i === j ? 1 : scores.of(i, j)))),
    );
    for (const [probe, other] of people.entries()) {
      const same = probes.has(probe);
      if (!same && (other === person || ignored(person, other))) continue;
      // With `classVector`: the mean, by the root of its length, whose square is `among`.
      const score = mean(enrolled.map((vector) => scores.of(vector, probe))) / among ** (1 / 4);
      (same ? genuine : impostors).push(score);
      if (same) owners.push(number);
    }
  }

  const sorted = Float32Array.from(impostors).sort();
  const shareOf = (threshold: number) =>
    genuine.filter((score) => score >= threshold).length / genuine.length;
  return {
    vectors,
    templates: templates.length,
    genuine: genuine.length,
    impostor: sorted.length,
    at: RATES.map((far) => {
      const threshold = thresholdAt(sorted, far);
      if (threshold === undefined) return { far };
      const accepted = genuine.map((score) => score >= threshold);
      const interval = intervalByOwner(accepted, owners, templates.length);
      return { far, tar: shareOf(threshold), ...(interval && { interval }) };
    }),
    calibrated:
      calibration === undefined
        ? []
        : RATES.map((nominal) => {
            const threshold = thresholdFor(calibration, nominal);
            const far = countAbove(sorted, threshold) / sorted.length;
            return { nominal, far, ratio: far / nominal, tar: shareOf(threshold) };
          }),
  };
}

/** Interval of the accepted share of probes, by resampling the owners of the templates. */
function intervalByOwner(
  accepted: readonly boolean[],
  owners: readonly number[],
  people: number,
): Interval | undefined {
  const all = new Float64Array(people);
  const yes = new Float64Array(people);
  for (const [k, owner] of owners.entries()) {
    all[owner]!++;
    if (accepted[k]) yes[owner]!++;
  }
  const values: (number | undefined)[] = [];
  forEachReplicate(people, REPLICATES, (weights) => {
    let total = 0;
    let sum = 0;
    for (let person = 0; person < people; person++) {
      total += weights[person]! * all[person]!;
      sum += weights[person]! * yes[person]!;
    }
    values.push(total === 0 ? undefined : sum / total);
  });
  return intervalOf(values, people);
}
