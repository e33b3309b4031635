/** Two halves of the people, each judged by thresholds and a cohort from the other. */
import type { FaceEngine } from '../src/faces/analysis.ts';
import type { Calibration } from '../src/faces/calibration/calibration.ts';
import { appearanceGroups, scoresOfLookalikes, scoresWithinGroups } from './appearance-groups.ts';
import { calibrate } from './calibrate.ts';
import { compareCrossFitted, compareEverybody, type Finish } from './compare.ts';
import { NO_LABEL_ERRORS } from './label-errors.ts';
import { type DataOptions, type Photographs, readPhotographs } from './photographs.ts';

export interface Fold {
  readonly photographs: Photographs;
  /** Vectors of the photographs, as the service would make them. */
  readonly vectors: readonly Float32Array[];
  readonly finish: Finish;
  readonly calibration: Calibration;
  /** Common scale of both halves: −log10 of the false-match rate at a comparison score. */
  readonly strength: (score: number) => number;
}

/**
 * @param engine bare: without cohort and calibration
 * @param withCrowding whether the encoder's vectors carry a crowding value
 */
export async function readFolds(
  options: Omit<DataOptions, 'people'>,
  engine: FaceEngine,
  withCrowding: boolean,
  note: (message: string) => void,
): Promise<readonly Fold[]> {
  const even = await readPhotographs({ ...options, people: 'even' }, engine, note);
  const odd = await readPhotographs({ ...options, people: 'odd' }, engine, note);
  const about = { encoder: engine.encoder.name, data: 'the other half' };
  const fold = async (photographs: Photographs, others: Photographs): Promise<Fold> => {
    const { comparisons, scores, finish } = withCrowding
      ? await compareCrossFitted(others, about)
      : { ...(await compareEverybody(others, asItIs)), finish: asItIs };
    const { names, features, ignored } = others;
    const groups = appearanceGroups(features, names);
    const lookalikes = scoresOfLookalikes(scoresWithinGroups(scores, names, groups, ignored));
    const rest = { date: '', leftOut: NO_LABEL_ERRORS, cohort: undefined };
    const calibration = calibrate(comparisons, lookalikes, { ...about, ...rest });
    return {
      photographs,
      vectors: photographs.features.map(finish),
      finish,
      calibration,
      strength: (score) => strengthOf(calibration, score),
    };
  };
  return [await fold(even, odd), await fold(odd, even)];
}

const asItIs: Finish = (features) => features;

/**
 * The inverse of `thresholdFor`, as −log10 of the rate. Beyond the curve, its nearest end counts.
 */
export function strengthOf({ curve }: Pick<Calibration, 'curve'>, score: number): number {
  const after = curve.findIndex(([, threshold]) => threshold >= score);
  if (after === 0) return -Math.log10(curve[0]![0]);
  if (after < 0) return -Math.log10(curve.at(-1)![0]);
  const [rateBefore, before] = curve[after - 1]!;
  const [rateAfter, threshold] = curve[after]!;
  const share = (score - before) / (threshold - before);
  return -Math.log10(rateBefore) * (1 - share) - Math.log10(rateAfter) * share;
}
