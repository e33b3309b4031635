/** The facts about a face before it is measured. */
import type { Box, HeadPose, Point, Similarity } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import type { TrainedReadings } from './approximate/trained-networks.ts';
import { roundAway } from './mapping.ts';
import { alignPoints, FRAME, warpToFrame } from './pixels/alignment.ts';
import { faceRegion } from './pixels/face-region.ts';
import { type Grey, histogram, luminance } from './pixels/luminance.ts';
import type { Mask } from './pixels/mask.ts';
import { alignmentPoints } from './wflw.ts';

/** The face in the aligned frame of 616 × 616 pixels. */
export interface AlignedFace {
  readonly picture: Picture;
  readonly luminance: Grey;
  /** Image pixels → frame pixels. */
  readonly toFrame: Similarity;
  /** 98 landmarks in whole frame pixels. */
  readonly landmarks: readonly Point[];
  /** Hull of the landmarks, and the shares of the 256 levels of luminance in it. */
  readonly region: Mask;
  readonly levels: Float32Array;
}

/** Input of all measures. Image pixels are those of the upright submitted image. */
export interface PreparedFace {
  /** The whole image. */
  readonly image: Picture;
  /** Boxes of all faces, largest first. */
  readonly boxes: readonly Box[];
  readonly pose: HeadPose;
  /** 98 landmarks in whole image pixels, numbered as in WFLW. */
  readonly landmarks: readonly Point[];
  readonly aligned: AlignedFace;
  /** 354 × 292 pixels of the upper frame: 1 where there is neither person nor padding. */
  readonly background: Mask;
  /** 616 × 616 pixels of the frame: 1 where something hides the face or head. */
  readonly covers: Mask;
  readonly trained: TrainedReadings;
}

/** The face in the frame; undefined if its landmarks fit no face. */
export function alignFace(image: Picture, landmarks: readonly Point[]): AlignedFace | undefined {
  const toFrame = alignPoints(alignmentPoints(landmarks));
  if (toFrame === undefined) return undefined;
  const { a, b, tx, ty } = toFrame;
  const inFrame = landmarks.map(({ x, y }) => ({
    x: roundAway(Math.fround(a * x - b * y + tx)),
    y: roundAway(Math.fround(b * x + a * y + ty)),
  }));
  const picture = warpToFrame(image, toFrame);
  const light = luminance(picture);
  const region = faceRegion(inFrame, FRAME, FRAME);
  return {
    picture,
    luminance: light,
    toFrame,
    landmarks: inFrame,
    region,
    levels: histogram(light, region),
  };
}
