/** One look at the preview: the findings, and the frame. */
import { type FoundFace, subjectOf } from './finder/faces.ts';
import { movement } from './head.ts';
import type { Faces, Seen } from './hints.ts';
import {
  ellipseMask,
  type Grey,
  measureChange,
  measureLight,
  outlineMask,
  PORTRAIT_RATIO,
} from './measures.ts';

/** Size at which frames are measured: a 4:5 portrait. */
export const WIDTH = 160;
export const HEIGHT = 200;

/** One look at the preview. */
export interface Look extends Seen {
  readonly grey: Grey;
  /** The frame of this look. */
  readonly frame: Frame;
}

/** A frame, as counted and timed by the browser. Without a number, the browser does neither. */
export interface Frame {
  /** Milliseconds. */
  readonly at: number;
  readonly number: number | undefined;
}

/** Share of a face's square that is mostly skin. */
const SKIN = 0.8;

/** Inside the outline. */
const MASK = outlineMask(WIDTH, HEIGHT);

/** Change of the face from one look to a later one. */
export const changeBetween = (first: Look, second: Look): number =>
  measureChange(first.grey, second.grey, MASK);

/** Builds looks. Each is compared with the previous one. */
export function createLooker(): (grey: Grey, faces: Faces, frame: Frame) => Look {
  let greyBefore: Grey | undefined;
  let faceBefore: FoundFace | undefined;
  return (grey, faces, frame) => {
    const found = Array.isArray(faces) ? subjectOf(faces) : undefined;
    const face = found === 'several' ? undefined : found;
    const look: Look = {
      grey,
      frame,
      faces,
      light: measureLight(grey, face === undefined ? MASK : skinMask(face)),
      motion:
        greyBefore === undefined ? Number.POSITIVE_INFINITY : measureChange(greyBefore, grey, MASK),
      faceMotion:
        face === undefined || faceBefore === undefined
          ? Number.POSITIVE_INFINITY
          : movement(faceBefore, face),
    };
    greyBefore = grey;
    faceBefore = face;
    return look;
  };
}

/** In the portrait, whose height is the side of the finder's view. */
function skinMask({ box }: FoundFace): Uint8Array {
  const half = (box.side * SKIN) / 2;
  return ellipseMask(WIDTH, HEIGHT, {
    x: (box.x + box.side / 2 - (1 - PORTRAIT_RATIO) / 2) / PORTRAIT_RATIO,
    y: box.y + box.side / 2,
    halfWidth: half / PORTRAIT_RATIO,
    halfHeight: half,
  });
}
