/** Movement of a live face over time. A picture moves as a plane; a head does not. */
import type { MotionView } from '../motion/motion-view.ts';
import { type PlaneMisfit, planeMisfit } from './plane-misfit.ts';
import { prepareFace, type VideoFace } from './video-face.ts';

export interface Movement {
  /** Examines one more frame. Skip its direct neighbours, because little happens in between. */
  add(view: MotionView): void;
  /** Whether the frames so far show more than any flat picture does. */
  alive(): boolean;
}

/**
 * Parallax that this share of the comparisons reaches in living faces, and not in pictures. Where
 * one picture replaces another, neighbours show it once.
 */
const TURNING = { parallax: 0.018, share: 0.3, neighbours: 2 } as const;
/** Eyes and mouth blink and speak if they change much more than the resting face. */
const STIRRING = { misfit: 0.35, overRest: 2.2, rest: 0.6 } as const;
const TIMES = { eyes: 2, mouth: 3 } as const;
/** Alternating pictures return unchanged, up to noise. A head does not. */
const SAME = { parallax: 0.004, rest: 0.25 } as const;
const AWAY = 0.45;
const MOST_RETURNS = 1;
/** Least comparisons for a decision. */
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
      const turned = (some: readonly PlaneMisfit[]) =>
        some.filter(({ parallax }) => parallax >= TURNING.parallax).length;
      const turns =
        turned(all) >= TURNING.share * all.length && turned(toBefore) >= TURNING.neighbours;
      return turns || stirs('eyes') || stirs('mouth');
    },
  };
}

function isStirring(part: number, rest: number): boolean {
  return part >= STIRRING.misfit && rest <= STIRRING.rest && part >= STIRRING.overRest * rest;
}

/** How many frames repeat the first one, after others that did not. */
function returns(toFirst: readonly PlaneMisfit[]): number {
  const left = toFirst.findIndex(({ rest }) => rest >= AWAY);
  const isSame = ({ parallax, rest }: PlaneMisfit) => parallax < SAME.parallax && rest < SAME.rest;
  return left < 0 ? 0 : toFirst.slice(left).filter(isSame).length;
}
