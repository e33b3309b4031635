/** Turns observations of the preview into the most helpful hint. */
import { type FoundFace, subjectOf } from './finder/faces.ts';
import { headOf } from './head.ts';
import { type Light, OUTLINE, PORTRAIT_RATIO } from './measures.ts';

/** Directions of the head, as the person sees them. */
export const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;

export type Direction = (typeof DIRECTIONS)[number];

export type Hint =
  /** Put the face in the outline. The only hint until the finder has loaded. */
  | 'lookStraight'
  | 'noFace'
  | 'severalFaces'
  | 'moveCloser'
  | 'moveBack'
  | 'moveUp'
  | 'moveDown'
  | 'moveLeft'
  | 'moveRight'
  | 'faceCamera'
  | 'tooDark'
  | 'tooBright'
  | 'backlit'
  | 'blurred'
  /** Mouth or nose. */
  | 'faceCovered'
  | 'holdStill'
  | 'ready'
  /** Turn or nod, in any direction. */
  | 'turnHead'
  | 'turnUp'
  | 'turnDown'
  | 'turnLeft'
  | 'turnRight'
  /** The head moves as demanded, but not yet far enough. */
  | 'turnFurther'
  /** The head came as far as demanded, but did not stay. */
  | 'turnSlower'
  /** The head moves, but not as demanded. */
  | 'otherWay'
  | 'recording';

/**
 * Faces in the frame, most certain first. `awaited`: the finder is loading. `unknown`: there is no
 * finder, so hints rely on light and change.
 */
export type Faces = readonly FoundFace[] | 'awaited' | 'unknown';

export interface Seen {
  readonly faces: Faces;
  /** Light on the face, or inside the outline if no face is known. */
  readonly light: Light;
  /** Change since the previous look, inside the outline. */
  readonly motion: number;
  /** Movement of the face since the previous look, as a share of its side. */
  readonly faceMotion: number;
}

const DARK = 55;
const BRIGHT = 205;
/** A face darker than this, and than this share of its surroundings, is backlit. */
const SHADOWED = 90;
const SHADOW = 0.45;
/** Below this, a face is guessed rather than seen. */
const LEAST_CONTRAST = 10;
const BLURRED = 0.035;
/** Change between two looks below which the picture counts as still, and movement for a face. */
export const STILL = 0.09;
const STILL_FACE = 0.03;
/** Side of a face, as a share of the width of the outline. */
const SMALL = 0.55;
const LARGE = 1.35;
/** Largest distance of a face from the outline's middle, as a share of the portrait's height. */
const OFF_CENTRE = { x: 0.12, y: 0.22 } as const;
/** Largest turn and nod of a head that looks into the camera, in degrees. */
const TURNED = 20;
const NODDED = { up: -28, down: 28 } as const;

/** Probability of a cover from which the hint appears. */
const COVERED = 0.9;

/** Advice that delays nobody for long, because only the service can judge. */
const ADVICE: ReadonlySet<Hint> = new Set(['tooDark', 'tooBright', 'backlit', 'blurred']);
export const isAdvice = (hint: Hint): boolean => ADVICE.has(hint);

/** The hint before an image is taken. `ready`: nothing is wrong. */
export function hintFor(seen: Seen): Hint {
  const { faces, light } = seen;
  if (faces === 'awaited') return 'lookStraight';
  if (faces === 'unknown') return hintWithoutFaces(seen);
  const face = subjectOf(faces);
  if (face === undefined) return light.mean < DARK ? 'tooDark' : 'noFace';
  if (face === 'several') return 'severalFaces';
  const place = hintForPlace(face);
  if (place !== undefined) return place;
  if (seen.faceMotion > STILL_FACE) return 'holdStill';
  return (face.covered ?? 0) > COVERED ? 'faceCovered' : hintForLight(light);
}

/** Never says that all is well, because there may be nobody. */
function hintWithoutFaces({ light, motion }: Seen): Hint {
  if (light.mean < DARK) return 'tooDark';
  if (light.mean > BRIGHT) return 'tooBright';
  if (light.deviation < LEAST_CONTRAST) return 'lookStraight';
  return motion <= STILL && light.sharpness < BLURRED ? 'blurred' : 'holdStill';
}

/** Left and right are the person's own. The right side of the picture is their left. */
function hintForPlace(face: FoundFace): Hint | undefined {
  const { box } = face;
  const size = box.side / (2 * OUTLINE.halfWidth * PORTRAIT_RATIO);
  if (size < SMALL) return 'moveCloser';
  if (size > LARGE) return 'moveBack';
  const aside = box.x + box.side / 2 - OUTLINE.x;
  if (Math.abs(aside) > OFF_CENTRE.x) return aside > 0 ? 'moveRight' : 'moveLeft';
  const below = box.y + box.side / 2 - OUTLINE.y;
  if (Math.abs(below) > OFF_CENTRE.y) return below > 0 ? 'moveUp' : 'moveDown';
  const { yaw, pitch } = headOf(face);
  const straight = Math.abs(yaw) <= TURNED && pitch >= NODDED.up && pitch <= NODDED.down;
  return straight ? undefined : 'faceCamera';
}

function hintForLight({ mean, around, sharpness }: Light): Hint {
  if (mean < SHADOWED && mean < SHADOW * around) return 'backlit';
  if (mean < DARK) return 'tooDark';
  if (mean > BRIGHT) return 'tooBright';
  return sharpness < BLURRED ? 'blurred' : 'ready';
}

const TURNS: Readonly<Record<Direction, Hint>> = {
  up: 'turnUp',
  down: 'turnDown',
  left: 'turnLeft',
  right: 'turnRight',
};

/** The hint between two images. */
export function turnHint(direction: Direction | undefined): Hint {
  return direction === undefined ? 'turnHead' : TURNS[direction];
}

/** Hints that say what was wrong with a turn. */
const WRONG_TURNS: readonly Hint[] = ['turnFurther', 'turnSlower', 'otherWay'];
export const isWrongTurn = (hint: Hint): boolean => WRONG_TURNS.includes(hint);

/** Whether the hint is about a turn of the head. */
export const isTurn = (hint: Hint | undefined): boolean =>
  hint !== undefined && (hint === 'otherWay' || hint.startsWith('turn'));

const MOVES: Partial<Readonly<Record<Hint, Direction>>> = {
  moveUp: 'up',
  moveDown: 'down',
  moveLeft: 'left',
  moveRight: 'right',
};

/** Where the face has to go for the hint to end. Undefined: the hint is not about a place. */
export const placeAsked = (hint: Hint): Direction | undefined => MOVES[hint];
