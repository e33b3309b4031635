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

/** What is added to the comparison score of a face, before it is held against a threshold. */
export const allowance = (engine: Thresholds, { pose, isFrame }: TurnedFace): number =>
  relief(engine, isFrame, angleOf(pose));

/** The same for two faces of one attempt, by the angle between them. */
export function allowanceBetween(engine: Thresholds, p: TurnedFace, q: TurnedFace): number {
  const [a, b] = [p.pose, q.pose];
  const angle = a && b ? Math.hypot(a.yaw - b.yaw, a.pitch - b.pitch) : 0;
  return relief(engine, p.isFrame || q.isFrame, angle);
}

/** Between the table's angles, the logarithm of the rate is interpolated. */
function relief(engine: Thresholds, isFrame: boolean, angle: number): number {
  const { images, frames } = ratesOf(engine);
  const table = isFrame ? frames : images;
  const after = table.findIndex(([degrees]) => angle <= degrees!);
  const [upTo, rate] = table.at(after)!;
  const [from, before] = table[after - 1] ?? [0, rate];
  const share = after < 1 ? 1 : (angle - from!) / (upTo! - from!);
  const meant = Math.exp(Math.log(before!) * (1 - share) + Math.log(rate!) * share);
  return engine.threshold(FRONTAL_RATE) - engine.threshold(meant);
}
