/**
 * Does a face live over time? A head is never still: it turns, speaks, blinks. A picture of one is
 * still, or moves as a whole like the plane that it is, however it is held, shaken or zoomed.
 */
import type { MotionView } from '../motion/motion-view.ts';
import { type PlaneMisfit, planeMisfit, prepareFace, type VideoFace } from './plane-misfit.ts';

export interface Movement {
  /**
   * Looks at one more frame.
   * @param number of the frame in the order of display
   */
  add(number: number, view: MotionView): void;
  /** Whether the frames so far show what no flat picture does. */
  alive(): boolean;
}

/** Parallax that half of the comparisons of frames reach in living faces, and no planes do. */
const TURNING = 0.0115;
/**
 * Where the rest of the face is hardly moved, eyes and mouth that change much more than it blink and
 * speak. A frame with closed eyes is compared with two others.
 */
const STIRRING = { misfit: 0.35, overRest: 2.2, rest: 0.6 } as const;
const TIMES = { eyes: 2, mouth: 3 } as const;
/** Comparisons that can tell. */
const LEAST = 8;

export function createMovement(): Movement {
  const faces: { readonly number: number; readonly face: VideoFace }[] = [];
  const misfits: PlaneMisfit[] = [];
  return {
    add(number, view) {
      const face = prepareFace(view);
      const [first] = faces;
      const near = faces.toSorted(
        (p, q) => Math.abs(p.number - number) - Math.abs(q.number - number),
      )[0];
      for (const other of new Set([first, near]))
        if (other !== undefined) misfits.push(planeMisfit(other.face, face));
      faces.push({ number, face });
    },
    alive() {
      if (misfits.length < LEAST) return false;
      const stirs = (part: 'eyes' | 'mouth') =>
        misfits.filter((misfit) => isStirring(misfit[part], misfit.rest)).length >= TIMES[part];
      const ordered = misfits.map(({ parallax }) => parallax).toSorted((p, q) => p - q);
      const median = ordered[Math.floor(ordered.length / 2)]!;
      return median >= TURNING || stirs('eyes') || stirs('mouth');
    },
  };
}

function isStirring(part: number, rest: number): boolean {
  return part >= STIRRING.misfit && rest <= STIRRING.rest && part >= STIRRING.overRest * rest;
}
