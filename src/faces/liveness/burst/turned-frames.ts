/** Chooses the frames that show most of what lies beside a face. */
import type { MotionView } from '../motion/motion-view.ts';
import { RIGID_POINTS } from '../motion/relief.ts';
import { fitRigid } from '../motion/rigid-fit.ts';
import type { FrameAnalysis } from './burst-frame.ts';

/** Degrees of a turn that shows much, and still resembles the face. */
const BEST = 20;
/** Degrees from which a side is shown: more than a mesh trembles. */
export const LEAST_SIDE = 3;

/** Indices of the frames in which the head is turned best to either side, if to both. */
export function bestTurned(
  first: MotionView,
  frames: readonly Pick<FrameAnalysis, 'view'>[],
): readonly number[] {
  const turns = frames.flatMap(({ view }, i) =>
    view === undefined ? [] : [{ i, turn: fitRigid(first.mesh, view.mesh, RIGID_POINTS).turn[1] }],
  );
  const sides = [1, -1].flatMap((side) => {
    const far = ({ turn }: { readonly turn: number }) => Math.abs(side * turn - BEST);
    const best = turns
      .filter(({ turn }) => side * turn >= LEAST_SIDE)
      .toSorted((p, q) => far(p) - far(q))[0];
    return best?.i ?? [];
  });
  return sides.length === 2 ? sides : [];
}
