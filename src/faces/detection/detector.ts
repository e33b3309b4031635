/** What any face detector answers, so that one can stand in for another. */
import type { Box, Point, Rotation, Similarity } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';

/** A face a detector proposes, in picture pixels. */
export interface Candidate {
  /** Square around the face from brows to chin. */
  readonly box: Box;
  /** The subject's right eye, left eye and nose, then points that differ by detector. */
  readonly points: readonly Point[];
  /** 0..1. */
  readonly confidence: number;
}

/** The kinds of detector whose outputs can be read. */
export type DetectorFamily = 'blazeface' | 'yunet';

/** A part of a picture as a detector looks at it. */
export interface View {
  readonly width: number;
  readonly height: number;
  /** View pixels → picture pixels; its turn makes the view upright. */
  readonly toPicture: Similarity;
}

/** How sure a detector is of faces, upright and not: 0..1, times the confidence of the mesh. */
export interface Certainty {
  /** A candidate below this is noise. */
  readonly face: number;
  /** Beside a surer face, one below this is hidden by it or far out of focus. */
  readonly beside: number;
  /** An upright face this sure needs no look at the other orientations. */
  readonly upright: number;
  /** Above this it may still be upside down, but not sideways. */
  readonly notSideways: number;
  /** A face this sure in any orientation decides. */
  readonly enough: number;
  /** Pictures are mostly upright: another orientation has to be this much surer. */
  readonly bonus: number;
}

export interface Detector {
  readonly certainty: Certainty;
  /** Narrower faces, in long sides of the picture at magnification 1, are missed or misjudged. */
  readonly narrowest: number;
  /**
   * Magnifications of each orientation (1: the whole picture); later ones if earlier find no face.
   */
  readonly turned: readonly (readonly number[])[];
  /** Magnifications that find smaller and smaller faces. */
  readonly closer: readonly number[];
  /** Views that show the picture, rotated clockwise, at that magnification; none: nothing new. */
  views(picture: Picture, magnification: number, rotation: Rotation): View[];
  /** A closer view of a candidate, by which to place it better; absent: it needs none. */
  closeView?(candidate: Candidate, rotation: Rotation): View | undefined;
  /** Candidates above `minimum` confidence, unsorted, overlapping ones not yet merged. */
  propose(picture: Picture, view: View, minimum: number): Promise<Candidate[]>;
}

export const middleOf = ({ x, y, width, height }: Box): Point => ({
  x: x + width / 2,
  y: y + height / 2,
});

/** A view with that middle, `scale` picture pixels a pixel, of the picture rotated clockwise. */
export function viewAround(
  middle: Point,
  { width, height }: Pick<View, 'width' | 'height'>,
  scale: number,
  rotation: Rotation,
): View {
  const angle = (-rotation * Math.PI) / 180;
  const a = scale * Math.cos(angle);
  const b = scale * Math.sin(angle);
  const tx = middle.x - (a * width - b * height) / 2;
  const ty = middle.y - (b * width + a * height) / 2;
  return { width, height, toPicture: { a, b, tx, ty } };
}
