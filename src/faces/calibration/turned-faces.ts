/** How much less alike a genuine face may be because it is turned, or a small frame in motion. */
import type { HeadPose } from '../geometry.ts';
import measured from './turned-faces.json' with { type: 'json' };

/** Knows its encoder, and the comparison score of a false-match rate. */
interface Thresholds {
  readonly encoder?: { readonly name: string };
  threshold(falseMatchRate: number): number;
}

interface Rates {
  /** Degrees, rising, and the false-match rate that refuses genuine faces as rarely as frontal ones. */
  readonly images: readonly (readonly number[])[];
  /** The same for frames of a burst. */
  readonly frames: readonly (readonly number[])[];
}

/** By encoder, of `npm run evaluate -- turned-faces`; the frames' are set by recordings. */
const ratesOf = ({ encoder }: Thresholds): Rates =>
  (measured as Readonly<Record<string, Rates>>)[encoder?.name ?? ''] ?? measured.others;

interface TurnedFace {
  /** Undefined: frontal. */
  readonly pose: HeadPose | undefined;
  readonly isFrame: boolean;
}

/** The rate of frontal images, to which those of turned faces are relative. */
export const FRONTAL_RATE = 0.0001;

/** Degrees by which the head is turned or nodded away from the camera. */
export const angleOf = (pose: HeadPose | undefined): number =>
  pose === undefined ? 0 : Math.hypot(pose.yaw, pose.pitch);

/**
 * The comparison score that a genuine face reaches, however it is turned, where frontal ones keep the
 * false-match rate. A rate above that of frontal images is a relief by itself: the looser of both
 * rules holds, never their sum.
 */
export const leastAlike = (
  engine: Thresholds,
  rate: number,
  { pose, isFrame }: TurnedFace,
): number => least(engine, rate, isFrame, angleOf(pose));

/** The same for two faces of one attempt, by the angle between them. */
export function leastAlikeBetween(
  engine: Thresholds,
  rate: number,
  p: TurnedFace,
  q: TurnedFace,
): number {
  const [a, b] = [p.pose, q.pose];
  const angle = a && b ? Math.hypot(a.yaw - b.yaw, a.pitch - b.pitch) : 0;
  return least(engine, rate, p.isFrame || q.isFrame, angle);
}

function least(engine: Thresholds, rate: number, isFrame: boolean, angle: number): number {
  const relief = engine.threshold(FRONTAL_RATE) - engine.threshold(rateAt(engine, isFrame, angle));
  const turned = engine.threshold(Math.min(rate, FRONTAL_RATE)) - relief;
  return Math.min(engine.threshold(rate), turned);
}

/** Between the table's angles, the logarithm of the rate is interpolated. */
function rateAt(engine: Thresholds, isFrame: boolean, angle: number): number {
  const { images, frames } = ratesOf(engine);
  const table = isFrame ? frames : images;
  const after = table.findIndex(([degrees]) => angle <= degrees!);
  const [upTo, rate] = table.at(after)!;
  const [from, before] = table[after - 1] ?? [0, rate];
  const share = after < 1 ? 1 : (angle - from!) / (upTo! - from!);
  return Math.exp(Math.log(before!) * (1 - share) + Math.log(rate!) * share);
}
