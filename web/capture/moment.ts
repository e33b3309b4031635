/** Chooses the moments of images in a stream of looks. */
import { subjectOf } from './finder/faces.ts';
import { type Head, headOf } from './head.ts';
import { type Direction, type Hint, hintFor, isAdvice, STILL, turnHint } from './hints.ts';
import { changeBetween, type Look } from './look.ts';

/** What a look means for the awaited image. */
export interface Verdict {
  readonly hint: Hint;
  readonly take: boolean;
  /** Done share of the movement. Negative: the other way. More across than along counts as none. */
  readonly progress?: number;
}

/** Milliseconds without objection before an image is taken without a click. */
const STEADY = 500;
/** Milliseconds of mere advice on light before the image is taken anyway. */
const FORBEARING = 4000;
/** Milliseconds until a cover is accepted, because the person may have reasons for it. */
const COVERED = 15_000;
/** Change since the previous image that counts as a turn of the head, if no face is known. */
const CHANGED = 0.5;
/** Degrees that count as a turn, which must show the face from another side, or as a nod. */
const TURNED = 18;
const NODDED = 9;
/** Share of these degrees in the wrong direction, and in the right one, that triggers a hint. */
const WRONG = 0.7;
const BEGUN = 0.4;
/** Largest movement between two looks of a head that is held turned, as a share of its size. */
const HELD = 0.06;
/** Looks to wait until a turned head is still. */
const PATIENCE = 12;

/** Waits for an uncovered face that is in place, well lit and still. */
export function firstMoment(): (look: Look) => Verdict {
  const steady = lasting(STEADY, (hint) => hint === 'ready');
  const placed = lasting(FORBEARING, (hint) => hint === 'ready' || isAdvice(hint));
  let coveredFirst: number | undefined;
  return (look) => {
    const seen = hintFor(look);
    const { at } = look.frame;
    if (seen === 'faceCovered') coveredFirst ??= at;
    const isAccepted = coveredFirst !== undefined && at - coveredFirst >= COVERED;
    const hint = isAccepted && seen === 'faceCovered' ? 'ready' : seen;
    // Advice on light may be wrong, and must not be unfair: it may be due to the face itself.
    const isFace = Array.isArray(look.faces) && look.faces.length > 0;
    const [isSteady, isPatient] = [steady(hint, at), placed(hint, at) && isFace];
    return { hint, take: isSteady || isPatient };
  };
}

/** Whether all hints have been of a kind for this many milliseconds. */
function lasting(duration: number, isOfKind: (hint: Hint) => boolean) {
  let since: number | undefined;
  return (hint: Hint, at: number): boolean => {
    since = isOfKind(hint) ? (since ?? at) : undefined;
    return since !== undefined && at - since >= duration;
  };
}

/** Waits until the head has turned since the previous image, and is still again. */
export function nextMoment(before: Look, direction?: Direction): (look: Look) => Verdict {
  const start = lookedHead(before);
  const asked = turnHint(direction);
  let turned = 0;
  let wasFast = false;
  const judge = (progress: number, still: boolean, seen: Hint): Verdict => {
    wasFast ||= turned > 0 && progress < 1;
    turned = progress >= 1 ? turned + 1 : 0;
    const hint = wasFast && seen === asked && turned === 0 ? 'turnSlower' : seen;
    return { hint, take: (turned > 1 && still) || turned > PATIENCE, progress };
  };
  return (look) => {
    if (start === undefined || !Array.isArray(look.faces))
      return judge(changeBetween(before, look) >= CHANGED ? 1 : 0, look.motion <= STILL, asked);
    const now = lookedHead(look);
    if (now === undefined)
      return judge(0, false, look.faces.length > 1 ? 'severalFaces' : 'noFace');
    const done = shareDone(start, now, direction);
    const seen = done < -WRONG ? 'otherWay' : done >= BEGUN && done < 1 ? 'turnFurther' : asked;
    return judge(done, look.faceMotion <= HELD, seen);
  };
}

function lookedHead({ faces }: Look): Head | undefined {
  if (!Array.isArray(faces)) return undefined;
  const face = subjectOf(faces);
  return face === undefined || face === 'several' ? undefined : headOf(face);
}

/**
 * Done share of the movement. Negative: the other way. A movement more across than along counts as
 * none.
 */
function shareDone(start: Head, now: Head, direction: Direction | undefined): number {
  const left = (now.yaw - start.yaw) / TURNED;
  const down = (now.pitch - start.pitch) / NODDED;
  if (direction === undefined) return Math.max(Math.abs(left), Math.abs(down));
  const [along, across] = {
    left: [left, down],
    right: [-left, down],
    down: [down, left],
    up: [-down, left],
  }[direction] as [number, number];
  return Math.abs(across) > Math.abs(along) ? 0 : along;
}
