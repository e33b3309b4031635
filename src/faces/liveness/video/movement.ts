/** Movement of a live face over time: a picture moves as the plane it is, a head does not. */
import type { MotionView } from '../motion/motion-view.ts';
import { type PlaneMisfit, planeMisfit } from './plane-misfit.ts';
import { prepareFace, type VideoFace } from './video-face.ts';

export interface Movement {
  /** Looks at one more frame, not one right beside the frame before it: little happens in between. */
  add(view: MotionView): void;
  /** Whether the frames so far show what no flat picture does. */
  alive(): boolean;
}

/** Parallax that is reached by this share of the comparisons in living faces, and not in pictures. */
const TURNING = { parallax: 0.018, share: 0.3 } as const;
/** Eyes and mouth that change much more than the resting face blink and speak. */
const STIRRING = { misfit: 0.35, overRest: 2.2, rest: 0.6 } as const;
const TIMES = { eyes: 2, mouth: 3 } as const;
/** Pictures that alternate come back as they were, up to noise; a head does not. */
const SAME = { parallax: 0.004, rest: 0.25 } as const;
const AWAY = 0.45;
const MOST_RETURNS = 1;
/** Comparisons that can tell. */
const LEAST = 8;

export function createMovement(): Movement {
  const toBefore: PlaneMisfit[] = [];
  const toFirst: PlaneMisfit[] = [];
  let first: VideoFace | undefined;
  let before: VideoFace | undefined;
  return {
    add(view) {
      const face = prepareFace(view);
      if (first !== undefined) toFirst.push(planeMisfit(first, face));
      if (before !== undefined && before !== first) toBefore.push(planeMisfit(before, face));
      first ??= face;
      before = face;
    },
    alive() {
      const all = [...toFirst, ...toBefore];
      if (all.length < LEAST || returns(toFirst) > MOST_RETURNS) return false;
      const stirs = (part: 'eyes' | 'mouth') =>
        all.filter((misfit) => isStirring(misfit[part], misfit.rest)).length >= TIMES[part];
      const turned = all.filter(({ parallax }) => parallax >= TURNING.parallax).length;
      return turned >= TURNING.share * all.length || stirs('eyes') || stirs('mouth');
    },
  };
}

function isStirring(part: number, rest: number): boolean {
  return part >= STIRRING.misfit && rest <= STIRRING.rest && part >= STIRRING.overRest * rest;
}

/** How many frames are the first one again after others that were not. */
function returns(toFirst: readonly PlaneMisfit[]): number {
  const left = toFirst.findIndex(({ rest }) => rest >= AWAY);
  const isSame = ({ parallax, rest }: PlaneMisfit) => parallax < SAME.parallax && rest < SAME.rest;
  return left < 0 ? 0 : toFirst.slice(left).filter(isSame).length;
}
