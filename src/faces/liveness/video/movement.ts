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

/** Misfits, in pixels, that half and a quarter of the comparisons of frames reach in living faces. */
const TURNING = { half: 0.65, quarter: 1.2 } as const;
/**
 * A blink changes the eyes much more than the rest of the face, which hardly moves. Twice, because a
 * frame with closed eyes is compared with two others.
 */
const BLINK = { eyes: 0.35, overRest: 2.2, rest: 0.6, times: 2 } as const;
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
      const blinks = misfits.filter(isBlink).length;
      const ordered = misfits.map(({ face }) => face).toSorted((p, q) => p - q);
      const reached = (share: number) => ordered[Math.floor(share * ordered.length)]!;
      return (
        blinks >= BLINK.times || reached(0.5) >= TURNING.half || reached(0.75) >= TURNING.quarter
      );
    },
  };
}

function isBlink({ eyes, rest }: PlaneMisfit): boolean {
  return eyes >= BLINK.eyes && rest <= BLINK.rest && eyes >= BLINK.overRest * rest;
}
