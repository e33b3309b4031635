/** Movement of a live face over time. A picture moves as a plane; a head does not. */
import type { MotionView } from '../motion/motion-view.ts';
import { type PlaneMisfit, planeMisfit } from './plane-misfit.ts';
import { prepareFace, type VideoFace } from './video-face.ts';

export interface Movement {
  /** Examines one more frame. Skip its direct neighbours, because little happens in between. */
  add(view: MotionView, seconds: number): void;
  /** Whether the frames so far show more than any flat picture does. */
  alive(): boolean;
}

/** Parallax that this share of the comparisons reaches in living faces, and not in pictures. */
const TURNING = { parallax: 0.018, share: 0.3 } as const;
/** A mouth speaks if it changes much more than the resting face, and so often. */
const SPEAKING = { misfit: 0.35, overRest: 2.2, rest: 0.6, times: 3 } as const;
/** Longest seconds that one picture takes to replace another. A face changes before and after. */
const FADE = 1;
/** Alternating pictures return unchanged, up to noise. A head does not. */
const SAME = { parallax: 0.004, rest: 0.25 } as const;
const AWAY = 0.45;
const MOST_RETURNS = 1;
/** Least comparisons for a decision. */
const LEAST = 8;

/** A comparison of two neighbours in time. */
interface Step {
  readonly misfit: PlaneMisfit;
  readonly from: number;
  readonly to: number;
}

export function createMovement(): Movement {
  const steps: Step[] = [];
  const toFirst: PlaneMisfit[] = [];
  let first: VideoFace | undefined;
  let before: { readonly face: VideoFace; readonly seconds: number } | undefined;
  return {
    add(view, seconds) {
      const face = prepareFace(view);
      if (first !== undefined) toFirst.push(planeMisfit(first, face));
      // Frames between the former ones start again from the beginning.
      if (before !== undefined && before.face !== first && before.seconds < seconds)
        steps.push({
          misfit: planeMisfit(before.face, face),
          from: before.seconds,
          to: seconds,
        });
      first ??= face;
      before = { face, seconds };
    },
    alive() {
      const all = [...toFirst, ...steps.map(({ misfit }) => misfit)];
      if (all.length < LEAST || returns(toFirst) > MOST_RETURNS) return false;
      const shows = (is: (misfit: PlaneMisfit) => boolean, least: number) =>
        all.filter(is).length >= least && lasts(steps.filter(({ misfit }) => is(misfit)));
      return (
        shows(({ parallax }) => parallax >= TURNING.parallax, TURNING.share * all.length) ||
        shows(isSpeaking, SPEAKING.times)
      );
    },
  };
}

/** Whether no moment explains all changes, as the one in which another picture appears does. */
function lasts(changes: readonly Step[]): boolean {
  const latest = Math.max(...changes.map(({ from }) => from));
  const earliest = Math.min(...changes.map(({ to }) => to));
  return changes.length > 0 && latest - earliest >= FADE;
}

const isSpeaking = ({ mouth, rest }: PlaneMisfit): boolean =>
  mouth >= SPEAKING.misfit && rest <= SPEAKING.rest && mouth >= SPEAKING.overRest * rest;

/** How many frames repeat the first one, after others that did not. */
function returns(toFirst: readonly PlaneMisfit[]): number {
  const left = toFirst.findIndex(({ rest }) => rest >= AWAY);
  const isSame = ({ parallax, rest }: PlaneMisfit) => parallax < SAME.parallax && rest < SAME.rest;
  return left < 0 ? 0 : toFirst.slice(left).filter(isSame).length;
}
