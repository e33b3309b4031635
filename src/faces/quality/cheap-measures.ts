/** Measures that every operation can afford, on the mesh and patch of the comparison. */

import type { QualityAssessment } from '../analysis.ts';
import { TEMPLATE_TO_PATCH } from '../encoding/align.ts';
import {
  applySimilarity,
  composeSimilarities,
  type HeadPose,
  invertSimilarity,
  type Point,
  type Similarity,
} from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { meshLandmarks } from './approximate/mesh-landmarks.ts';
import { UNREAD } from './approximate/trained-networks.ts';
import { assessFace } from './assess-face.ts';
import { adviceFor, MEASURES, type QualityMeasureName } from './measures.ts';
import { faceRegion } from './pixels/face-region.ts';
import { histogram, luminance } from './pixels/luminance.ts';
import { emptyMask } from './pixels/mask.ts';
import type { PreparedFace } from './prepared-face.ts';

const CHEAP: readonly QualityMeasureName[] = [
  'LuminanceMean',
  'UnderExposurePrevention',
  'OverExposurePrevention',
  'DynamicRange',
  'Sharpness',
  'EyesOpen',
  'MouthClosed',
  'InterEyeDistance',
  'HeadPoseYaw',
  'HeadPosePitch',
  'HeadPoseRoll',
];
/** Landmarks are whole numbers, so the patch counts in smaller pixels. */
const FINE = 2;
/** Cheap measures do not use these. */
const NOT_LOOKED_AT = {
  boxes: [],
  background: emptyMask(0, 0),
  covers: emptyMask(0, 0),
};

/** The subject in the form of the comparison. */
export interface ComparedFace {
  /** 468 points in pixels of the working picture, and its pixels per submitted pixel. */
  readonly mesh: readonly Point[];
  readonly scale: number;
  readonly pose: HeadPose;
  /** The aligned patch and its alignment. */
  readonly patch: Picture;
  readonly templateToPicture: Similarity;
  /** See `readSharpness`. */
  readonly sharpness: number;
}

/** An assessment per measure: its score / 100, with its meaning or advice. */
export function assessCheaply(
  { mesh, scale, pose, patch, templateToPicture, sharpness }: ComparedFace,
  checkpoint: () => void,
): QualityAssessment[] {
  const toPatch = composeSimilarities(invertSimilarity(templateToPicture), TEMPLATE_TO_PATCH);
  const inPatch = mesh.map((point) => applySimilarity(toPatch, point));
  const sampled = everySecondPixel(patch);
  const small = meshLandmarks(inPatch.map(scaledBy(1 / 2)));
  const region = faceRegion(small, sampled.width, sampled.height);
  const landmarks = meshLandmarks(inPatch.map(scaledBy(FINE)));
  const light = luminance(sampled);
  const face: PreparedFace = {
    ...NOT_LOOKED_AT,
    trained: { ...UNREAD, sharpness },
    image: sampled,
    pose,
    landmarks: meshLandmarks(mesh.map(scaledBy(1 / scale))),
    aligned: {
      picture: sampled,
      luminance: light,
      toFrame: toPatch,
      landmarks,
      region,
      levels: histogram(light, region),
    },
  };
  const { measurements } = assessFace(CHEAP, face, checkpoint);
  return measurements.map((measured) => ({
    check: measured.measure,
    score: measured.scalarScore / 100,
    message: adviceFor(measured) || MEASURES[measured.measure].about,
  }));
}

const scaledBy =
  (factor: number) =>
  ({ x, y }: Point): Point => ({ x: x * factor, y: y * factor });

/** A quarter of the pixels has the same histogram. */
function everySecondPixel({ width, height, data }: Picture): Picture {
  const sampled = { width: width >> 1, height: height >> 1 };
  const out = new Uint8Array(sampled.width * sampled.height * 3);
  for (let y = 0, o = 0; y < sampled.height; y++)
    for (let x = 0, p = y * 2 * width * 3; x < sampled.width; x++, o += 3, p += 6) {
      out[o] = data[p]!;
      out[o + 1] = data[p + 1]!;
      out[o + 2] = data[p + 2]!;
    }
  return { ...sampled, data: out };
}
