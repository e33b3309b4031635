/** The interface of face detectors, which makes them interchangeable. */
import type { ModelFile } from '../../inference/models/model-file.ts';
import type { Box, Point, Rotation, Similarity } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';

/** A face proposed by a detector, in picture pixels. */
export interface Candidate {
  /** Square around the face from brows to chin. */
  readonly box: Box;
  /** The subject's right eye, left eye and nose, then points that differ by detector. */
  readonly points: readonly Point[];
  /** 0..1. */
  readonly confidence: number;
}

/** The kinds of detectors with readable outputs. */
export type DetectorFamily = 'blazeface' | 'yunet';

/** The network of a detector. */
export interface DetectorFile {
  readonly family: DetectorFamily;
  readonly file: ModelFile;
}

/** A part of a picture as the detector sees it. */
export interface View {
  readonly width: number;
  readonly height: number;
  /** View pixels → picture pixels; its turn makes the view upright. */
  readonly toPicture: Similarity;
}

/** How certain a detector is of faces, upright and not: 0..1, times the confidence of the mesh. */
export interface Certainty {
  /** A candidate below this is noise. */
  readonly face: number;
  /** A face below this, beside a more certain face, is hidden by it or far out of focus. */
  readonly beside: number;
  /** With an upright face this certain, no other orientation is tried. */
  readonly upright: number;
  /** Above this, the picture may still be upside down, but not sideways. */
  readonly notSideways: number;
  /** A face this certain decides for its orientation. */
  readonly enough: number;
  /** Pictures are mostly upright, so another orientation has to be this much more certain. */
  readonly bonus: number;
}

export interface Detector {
  readonly certainty: Certainty;
  /** Narrower faces, in long sides of the picture at magnification 1, are missed or misjudged. */
  readonly narrowest: number;
  /** Magnifications for each orientation (1: whole picture). Later ones only without a face. */
  readonly turned: readonly (readonly number[])[];
  /** Magnifications that find smaller and smaller faces. */
  readonly closer: readonly number[];
  /** Views of the picture, rotated clockwise, at that magnification. Empty: nothing new to see. */
  views(picture: Picture, magnification: number, rotation: Rotation): View[];
  /** A closer view of a candidate to place it better; absent: not needed. */
  closeView?(candidate: Candidate, rotation: Rotation): View | undefined;
  /** Candidates above `minimum` confidence, unsorted. Overlapping ones are not merged. */
  propose(picture: Picture, view: View, minimum: number): Promise<Candidate[]>;
}

export const middleOf = ({ x, y, width, height }: Box): Point => ({
  x: x + width / 2,
  y: y + height / 2,
});

/** A view with that centre, `scale` picture pixels per pixel, of the picture rotated clockwise. */
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
