/** Turns measures of the preview into the one hint that helps most now. */
import { type Light, OUTLINE } from './measures.ts';

/** A direction of the head, as the person sees it. */
export type Direction = 'up' | 'down' | 'left' | 'right';

export type Hint =
  /** Put the face into the outline: what can be said without a face detector. */
  | 'lookStraight'
  | 'noFace'
  | 'severalFaces'
  | 'moveCloser'
  | 'moveBack'
  | 'centre'
  | 'tooDark'
  | 'tooBright'
  | 'blurred'
  | 'holdStill'
  | 'ready'
  /** Turn or nod, whichever way. */
  | 'turnHead'
  | 'turnUp'
  | 'turnDown'
  | 'turnLeft'
  | 'turnRight'
  | 'recording';

/** A face as the browser's own detector sees it, in shares of the portrait. */
export interface SeenFace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Seen {
  readonly light: Light;
  /** Change since the frame before. */
  readonly motion: number;
  /** Of the browser's face detector; undefined where it has none. */
  readonly faces: readonly SeenFace[] | undefined;
}

const DARK = 55;
const BRIGHT = 205;
/** Below this a face is not seen but guessed. */
const LEAST_CONTRAST = 10;
const BLURRED = 0.035;
/** Change between two frames below which the head is still. */
export const STILL = 0.09;
/** Width of a detected face as a share of the outline. */
const SMALL = 0.6;
const LARGE = 1.25;
const OFF_CENTRE = 0.15;

/** What to tell the person before an image is taken; `ready`: nothing is wrong. */
export function hintFor({ light, motion, faces }: Seen): Hint {
  if (light.mean < DARK) return 'tooDark';
  if (light.mean > BRIGHT) return 'tooBright';
  if (faces !== undefined) {
    const hint = hintForFaces(faces);
    if (hint !== undefined) return hint;
  }
  if (light.deviation < LEAST_CONTRAST) return 'lookStraight';
  if (motion > STILL) return 'holdStill';
  if (light.sharpness < BLURRED) return 'blurred';
  return 'ready';
}

function hintForFaces(faces: readonly SeenFace[]): Hint | undefined {
  const [face, another] = faces;
  if (face === undefined) return 'noFace';
  if (another !== undefined) return 'severalFaces';
  const size = face.width / (2 * OUTLINE.halfWidth);
  if (size < SMALL) return 'moveCloser';
  if (size > LARGE) return 'moveBack';
  const aside = Math.abs(face.x + face.width / 2 - OUTLINE.x);
  const above = Math.abs(face.y + face.height / 2 - OUTLINE.y);
  return Math.max(aside, above) > OFF_CENTRE ? 'centre' : undefined;
}

const TURNS: Readonly<Record<Direction, Hint>> = {
  up: 'turnUp',
  down: 'turnDown',
  left: 'turnLeft',
  right: 'turnRight',
};

/** What to tell the person between the two images. */
export function turnHint(direction: Direction | undefined): Hint {
  return direction === undefined ? 'turnHead' : TURNS[direction];
}
