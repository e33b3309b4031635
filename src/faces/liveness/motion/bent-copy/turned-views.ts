/** Judges several turned views of a head: was one picture bent and painted for them all? */
import type { MotionView } from '../motion-view.ts';
import { RIGID_POINTS } from '../relief.ts';
import { fitRigid } from '../rigid-fit.ts';
import { type ComparedDetail, detailComparer } from './shared-detail.ts';

/** A view in which the head is turned sideways, with its detail. */
export interface TurnedView {
  readonly view: MotionView;
  /** Cosine of its identity and that of the view before the turn. */
  readonly likeness: number;
}

/**
 * What is added to likeness or taken from it, and the least that is left of a head: see
 * evaluation/reports/liveness.md. A degree counts up to `most` of them.
 */
const KEPT = {
  shared: 0.15,
  whole: -0.4,
  gained: -0.042,
  grown: -0.04,
  lost: -0.12,
  usualLoss: 0.4,
  degree: -0.002,
  most: 25,
  least: 0.774,
} as const;

/**
 * A turn reveals detail at little cost of likeness, and leaves some detail as it was. Detail that is
 * painted over a bent picture costs likeness everywhere. A single view of a person tells little;
 * the mean of views of both sides tells more.
 * @returns below 1: bent copies; undefined: a view has no detail
 */
export function revealed(first: MotionView, turned: readonly TurnedView[]): number | undefined {
  const compare = detailComparer(first);
  let sum = 0;
  for (const { view, likeness } of turned) {
    const detail = compare(view);
    if (detail === undefined) return undefined;
    const degrees = Math.abs(fitRigid(first.mesh, view.mesh, RIGID_POINTS).turn[1]);
    sum += likeness + costOf(detail) + KEPT.degree * Math.min(KEPT.most, degrees);
  }
  return sum / turned.length / KEPT.least;
}

/** Painting the first image must gain nothing: a loss is no gain. Blurred frames lose much. */
const costOf = ({ shared, whole, gained, grown }: ComparedDetail) =>
  KEPT.shared * shared +
  KEPT.whole * whole +
  KEPT.gained * Math.max(0, gained) +
  KEPT.grown * Math.max(0, grown) +
  KEPT.lost * Math.max(0, -gained - KEPT.usualLoss);
