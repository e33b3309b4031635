/** Active liveness: whether two images show a solid head that moved under a light that did not. */
import calibration from '../../calibration/motion.json' with { type: 'json' };
import { changeOfLight } from './bent-copy/bent-copy.ts';
import { type MotionMeasures, measureMotion } from './motion-features.ts';
import { type MotionView, placeOf } from './motion-view.ts';

/** The reason why motion is not that of a live head. */
export type MotionProblem = 'other-person' | 'no-motion' | 'flat' | 'bent';

export interface MotionResult {
  /** 0..1, with the threshold at 0.5. 1 is certainly a solid head that turned. */
  readonly score: number;
  readonly live: boolean;
  /** The first reason against it. */
  readonly problem?: MotionProblem;
  /** Head movement in degrees, from the subject's view: 0 right, 90 up, 180 left, 270 down. */
  readonly direction: number;
  /** Turn and nod of the head in degrees; the subject's own right and up are positive. */
  readonly right: number;
  readonly up: number;
  /** See `changeOfLight`. Present only if nothing else speaks against a turned head. */
  readonly light?: number;
  readonly measures: MotionMeasures;
}

/** Smaller turns, in degrees, reveal no relief: no motion. */
export const LEAST_TURN = 5;
/** In the interface, exactly 0 means "not calculated". */
const LEAST_SCORE = 0.001;
/** Degrees that a shift by a face width counts for. It decides the direction of small turns. */
const SHIFT_WEIGHT = 3;

/**
 * Assesses the motion of one face between two images.
 * @param samePerson by their identities
 */
export function assessMotion(
  first: MotionView,
  second: MotionView,
  samePerson: boolean,
): MotionResult {
  const measures = measureMotion(first, second);
  const solid = motionScore(measures);
  const problem = !samePerson
    ? 'other-person'
    : measures.angle < LEAST_TURN
      ? 'no-motion'
      : solid < 0.5
        ? 'flat'
        : undefined;
  const moved = { ...movementOf(first, second, measures), measures };
  if (problem !== undefined) return { score: solid, live: false, problem, ...moved };
  const light = changeOfLight(first, second, measures.angle);
  const lit = { ...moved, light };
  if (light < 1) return bent((solid * light) / 2, lit);
  return { score: solid, live: true, ...lit };
}

function bent(score: number, seen: Omit<MotionResult, 'score' | 'live' | 'problem'>): MotionResult {
  return { score: clamp(score, LEAST_SCORE, 0.499), live: false, problem: 'bent', ...seen };
}

/** Inputs of the logistic model, each bounded so that one outlier decides nothing. */
export function featuresOf(measures: MotionMeasures): number[] {
  const { flatCorrelation, solidCorrelation, pixelParallax, pixelAcross, angle } = measures;
  const flatMiss = Math.log(1.002 - clamp(flatCorrelation, 0, 1));
  const solidMiss = Math.log(1.002 - clamp(solidCorrelation, 0, 1));
  // Parallax counts only as far as the pixels demand it. It means nothing where a plane fits as
  // well.
  const demanded = 1 - Math.exp(solidMiss - flatMiss);
  return [
    flatMiss,
    flatMiss - solidMiss,
    clamp(pixelParallax, -0.1, 0.5) * demanded,
    clamp(pixelAcross, 0, 0.3) * demanded,
    Math.log(measures.homography + 0.005),
    Math.log(measures.rigid + 0.005),
    Math.log(measures.stretch + 0.01),
    Math.log(clamp(angle, LEAST_TURN, 40)),
  ];
}

function motionScore(measures: MotionMeasures): number {
  const logit = featuresOf(measures).reduce(
    (sum, value, i) => sum + value * calibration.weights[i]!,
    calibration.bias,
  );
  const score = 1 / (1 + Math.exp(-logit));
  const moved = measures.angle < LEAST_TURN ? measures.angle / LEAST_TURN / 2 : 1;
  return clamp(score * moved, LEAST_SCORE, 1);
}

/** Direction of the head's movement, from the subject's point of view. */
export function movementOf(
  first: MotionView,
  second: MotionView,
  { turn }: MotionMeasures,
): Pick<MotionResult, 'direction' | 'right' | 'up'> {
  const before = placeOf(first);
  const after = placeOf(second);
  const width = (before.width + after.width) / 2;
  // Images are not mirrored: a movement to the left of the image is to the subject's right.
  const shift = (pixels: number) => SHIFT_WEIGHT * clamp(pixels / width, -1, 1);
  const right = turn[1] - shift(after.x - before.x);
  const up = -turn[0] - shift(after.y - before.y);
  const degrees = (Math.atan2(up, right) * 180) / Math.PI;
  return { right, up, direction: (degrees + 360) % 360 };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
