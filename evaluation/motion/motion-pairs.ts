/** Pairs of shots, their measurements, and models fitted without the tested ones. */
import { isSamePerson } from '../../src/faces/liveness/identity.ts';
import { featuresOf, LEAST_TURN } from '../../src/faces/liveness/motion/motion.ts';
import {
  type MotionMeasures,
  measureMotion,
} from '../../src/faces/liveness/motion/motion-features.ts';
import { RIGID_POINTS } from '../../src/faces/liveness/motion/relief.ts';
import { fitRigid } from '../../src/faces/liveness/motion/rigid-fit.ts';
import { halfOf } from '../people-split.ts';
import { seededRandom } from '../random.ts';
import { fitLogistic, type LogisticModel, logit } from './logistic.ts';
import type { Group, Recording, Shot } from './recordings.ts';

/** Bins of the turn in degrees, for the tables. */
export const TURNS = [
  [0, 5],
  [5, 10],
  [10, 15],
  [15, 25],
  [25, 60],
] as const;

export interface MotionPair {
  readonly group: Group;
  readonly recording: string;
  readonly first: Shot;
  readonly second: Shot;
  /** The larger of both tilts. */
  readonly tilt: number;
  /** Whether the service finds the same person in both. */
  readonly samePerson: boolean;
  readonly measures: MotionMeasures;
  readonly features: readonly number[];
}

/** Pairs per bin of turns and recording. */
const PER_BIN = { head: 50, replay: 25, flat: 5, bent: 4 } as const;

/** Ordered pairs of shots of a recording, at most PER_BIN for each size of turn. */
export function pairsOf(recordings: readonly Recording[]): MotionPair[] {
  return recordings.flatMap(({ group, name, shots }, index) => {
    const random = seededRandom(index + 1);
    const candidates = shots
      .flatMap((first) => shots.filter((s) => s !== first).map((second) => ({ first, second })))
      .map((pair) => ({ ...pair, order: random() }))
      .sort((p, q) => p.order - q.order);
    const left = TURNS.map(() => PER_BIN[group] as number);
    return candidates.flatMap(({ first, second }): MotionPair[] => {
      const { turn } = fitRigid(first.view.mesh, second.view.mesh, RIGID_POINTS);
      const angle = Math.hypot(turn[0], turn[1]);
      const bin = TURNS.findIndex(([low, high]) => angle >= low && angle < high);
      if (bin < 0 || left[bin]! === 0) return [];
      left[bin]!--;
      const measures = measureMotion(first.view, second.view);
      const tilt = Math.max(first.tilt, second.tilt);
      const samePerson = isSamePerson(first.identity, second.identity);
      const features = featuresOf(measures);
      return [{ group, recording: name, first, second, tilt, samePerson, measures, features }];
    });
  });
}

/** Share of flat pairs that may pass, which defines the score of 0.5. */
const FLAT_ACCEPTED = 0.01;
/** Heads with smaller turns need not pass. */
const LEAST_FITTED_TURN = 7;

/** A model of head pairs against flat ones. It scores 0.5 at FLAT_ACCEPTED of the flat pairs. */
export function fitMotion(pairs: readonly MotionPair[]): LogisticModel {
  const fitted = pairs.filter(
    ({ group, measures: { angle } }) =>
      (group === 'head' && angle >= LEAST_FITTED_TURN) || (group === 'flat' && angle >= LEAST_TURN),
  );
  const model = fitLogistic(
    fitted.map(({ features, group }) => ({ features, positive: group === 'head', weight: 1 })),
  );
  const flats = fitted
    .filter(({ group }) => group === 'flat')
    .map(({ features }) => logit(model, features))
    .sort((p, q) => q - p);
  const threshold = Math.max(0, flats[Math.floor(flats.length * FLAT_ACCEPTED)] ?? 0);
  return { weights: model.weights, bias: model.bias - threshold };
}

/** Scores of every pair by a model that saw neither its clip nor its half of the people. */
export function heldOutLogits(pairs: readonly MotionPair[]): number[] {
  const models = new Map<string, LogisticModel>();
  return pairs.map((pair) => {
    const fold = foldOf(pair);
    let model = models.get(fold);
    if (model === undefined) {
      model = fitMotion(pairs.filter((other) => foldOf(other) !== fold));
      models.set(fold, model);
    }
    return logit(model, pair.features);
  });
}

function foldOf({ group, recording }: MotionPair): string {
  return group === 'head' ? recording : halfOf(recording);
}
