/** Compares rules for matching a probe with templates of several feature vectors. */
import { type Calibration, thresholdFor } from '../src/faces/calibration/calibration.ts';
import { countAbove, thresholdAt } from './error-rates.ts';
import type { PairScores } from './pair-scores.ts';
import { forEachReplicate, type Interval, intervalOf, REPLICATES } from './subject-bootstrap.ts';

/** Scores of a probe with each vector of a template, and of these vectors with one another. */
type Rule = (scores: readonly number[], among: number) => number;

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** The rule of the service, see `classVector`. */
const OURS = 'mean of the vectors, by the root of its length';

/** `among`: mean score of the template's vectors, including themselves. */
const RULES: Readonly<Record<string, Rule>> = {
  'one vector only': ([first]) => first!,
  best: (scores) => Math.max(...scores),
  'mean of the best two': (scores) => mean(scores.toSorted((p, q) => q - p).slice(0, 2)),
  'mean of best and mean': (scores) => (Math.max(...scores) + mean(scores)) / 2,
  'mean of the scores': (scores) => mean(scores),
  // The cosine with the mean vector m: p·m / |m|, and |m|² is the mean of all products in it.
  'mean of the vectors': (scores, among) => mean(scores) / Math.sqrt(among),
  [OURS]: (scores, among) => mean(scores) / Math.sqrt(Math.sqrt(among)),
};

const RATES = [0.001, 1e-4, 1e-5] as const;

export interface RuleResult {
  readonly rule: string;
  /** At thresholds with these true false accept rates of the rule itself. Undefined: too few. */
  readonly at: readonly {
    readonly far: number;
    readonly tar?: number;
    readonly interval?: Interval;
  }[];
}

export interface TemplateTest {
  readonly vectors: number;
  readonly templates: number;
  readonly genuine: number;
  readonly impostor: number;
  readonly rules: readonly RuleResult[];
  /** False accept rate of the service's rule at the calibration's threshold. */
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

  const rules = Object.entries(RULES);
  const genuine = rules.map((): number[] => []);
  const owners: number[] = [];
  const impostor = rules.map((): number[] => []);
  for (const [number, [person, own]] of templates.entries()) {
    const enrolled = own.slice(0, vectors);
    const probes = new Set(own.slice(vectors));
    const among = mean(
      enrolled.flatMap((i) => enrolled.map((j) => (i === j ? 1 : scores.of(i, j)))),
    );
    for (const [probe, other] of people.entries()) {
      const same = probes.has(probe);
      if (!same && (other === person || ignored(person, other))) continue;
      const values = enrolled.map((vector) => scores.of(vector, probe));
      for (const [k, [, rule]] of rules.entries())
        (same ? genuine : impostor)[k]!.push(rule(values, among));
      if (same) owners.push(number);
    }
  }

  const sorted = impostor.map((values) => Float32Array.from(values).sort());
  const ours = rules.findIndex(([name]) => name === OURS);
  const shareOf = (k: number, threshold: number) =>
    genuine[k]!.filter((score) => score >= threshold).length / genuine[k]!.length;
  return {
    vectors,
    templates: templates.length,
    genuine: owners.length,
    impostor: sorted[0]!.length,
    rules: rules.map(([rule], k) => ({
      rule,
      at: RATES.map((far) => {
        const threshold = thresholdAt(sorted[k]!, far);
        if (threshold === undefined) return { far };
        const accepted = genuine[k]!.map((score) => score >= threshold);
        const interval = intervalByOwner(accepted, owners, templates.length);
        return { far, tar: shareOf(k, threshold), ...(interval && { interval }) };
      }),
    })),
    calibrated:
      calibration === undefined
        ? []
        : RATES.map((nominal) => {
            const threshold = thresholdFor(calibration, nominal);
            const far = countAbove(sorted[ours]!, threshold) / sorted[ours]!.length;
            return { nominal, far, ratio: far / nominal, tar: shareOf(ours, threshold) };
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
