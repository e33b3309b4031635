/** Chooses the moments of images in a stream of looks. */
import { type Direction, type Hint, hintFor, STILL, turnHint } from './hints.ts';
import { changeBetween, type Look } from './watch.ts';

/** What a look means for the image that is waited for. */
export interface Verdict {
  readonly hint: Hint;
  readonly take: boolean;
}

/** Looks in a row without a complaint after which an image is taken by itself. */
const STEADY = 5;
/** Change since the image before from which on the head counts as turned. */
const TURNED = 0.5;
/** Looks for which a turned head is waited for to be still. */
const PATIENCE = 12;

/** Waits for a face that is well lit and still. */
export function firstMoment(): (look: Look) => Verdict {
  let steady = 0;
  return (look) => {
    const hint = hintFor(look);
    steady = hint === 'ready' ? steady + 1 : 0;
    return { hint, take: steady >= STEADY };
  };
}

/** Waits until the head has turned from where it was at the image before, and is still again. */
export function nextMoment(before: Look, direction?: Direction): (look: Look) => Verdict {
  let turned = 0;
  return (look) => {
    if (changeBetween(before, look) >= TURNED) turned++;
    else turned = 0;
    const still = look.motion <= STILL;
    return { hint: turnHint(direction), take: (turned > 1 && still) || turned > PATIENCE };
  };
}
