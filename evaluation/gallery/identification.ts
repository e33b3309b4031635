/** Identification of people in a gallery and of strangers, with the thresholds of the service. */
import { type Calibration, thresholdFor } from '../../src/faces/calibration/calibration.ts';
import { cosine } from '../../src/faces/compare.ts';
import { halfOf } from '../people-split.ts';

export interface IdentificationData {
  readonly features: readonly Float32Array[];
  /** Name of the person of each vector. */
  readonly names: readonly string[];
  /** Whether two names may be one person: then neither a hit nor a false positive. */
  readonly ignored: (p: string, q: string) => boolean;
}

/** Over two galleries, of one half of the people each; the other half are strangers. */
export interface IdentificationRates {
  /** People in a gallery, mean. */
  readonly enrolled: number;
  readonly mated: number;
  readonly strangers: number;
  /** Share of mated probes whose most similar class is theirs. */
  readonly rankOne: number;
  readonly target: number;
  /** Share of strangers that somebody is named for. */
  readonly falsePositives: number;
  /** Share of mated probes whose person is not named. */
  readonly falseNegatives: number;
  /** The same at the threshold at which strangers are named as often as is aimed at. */
  readonly falseNegativesAtTarget: number;
}

/** The default of the service. */
const TARGET = 0.003;

interface Outcome {
  readonly best: number;
  /** Similarity with the person's own class; undefined for strangers. */
  readonly own: number | undefined;
  readonly threshold: number;
}

export function identify(data: IdentificationData, calibration: Calibration): IdentificationRates {
  const outcomes: Outcome[] = [];
  const sizes: number[] = [];
  for (const half of ['even', 'odd'] as const) {
    const { gallery, probes } = divide(data, half);
    sizes.push(gallery.length);
    const threshold = thresholdFor(calibration, TARGET / gallery.length);
    for (const probe of probes) {
      const outcome = search(data, gallery, probe);
      if (outcome !== undefined) outcomes.push({ ...outcome, threshold });
    }
  }
  const mated = outcomes.filter(({ own }) => own !== undefined);
  const strangers = outcomes.filter(({ own }) => own === undefined);
  const share = (list: readonly Outcome[], holds: (outcome: Outcome) => boolean) =>
    list.filter(holds).length / list.length;
  const impostors = strangers.map(({ best }) => best).sort((p, q) => q - p);
  const atTarget = impostors[Math.floor(strangers.length * TARGET)]!;
  return {
    enrolled: (sizes[0]! + sizes[1]!) / 2,
    mated: mated.length,
    strangers: strangers.length,
    rankOne: share(mated, ({ own, best }) => own! >= best),
    target: TARGET,
    falsePositives: share(strangers, ({ best, threshold }) => best >= threshold),
    falseNegatives: share(mated, ({ own, threshold }) => own! < threshold),
    falseNegativesAtTarget: share(mated, ({ own }) => own! <= atTarget),
  };
}

/** The first photograph of everyone of that half, and as probes all other photographs. */
function divide({ names }: IdentificationData, half: 'even' | 'odd') {
  const first = new Map<string, number>();
  names.forEach((name, vector) => {
    if (halfOf(name) === half && !first.has(name)) first.set(name, vector);
  });
  const gallery = [...first.values()];
  const enrolled = new Set(gallery);
  return { gallery, probes: [...names.keys()].filter((vector) => !enrolled.has(vector)) };
}

function search(
  { features, names, ignored }: IdentificationData,
  gallery: readonly number[],
  probe: number,
): Omit<Outcome, 'threshold'> | undefined {
  let best = -1;
  let own: number | undefined;
  for (const reference of gallery) {
    const unsure = names[probe] !== names[reference] && ignored(names[probe]!, names[reference]!);
    if (unsure) continue;
    const comparison = cosine(features[probe]!, features[reference]!);
    best = Math.max(best, comparison);
    if (names[probe] === names[reference]) own = comparison;
  }
  return { best, own };
}
