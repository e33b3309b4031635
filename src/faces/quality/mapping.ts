/** Raw value → scalar score of each measure: ISO/IEC 29794-5 as its reference implementation maps it. */
import type { QualityMeasureName } from './measure.ts';

type Mapping = (raw: number) => number;

/** Half away from zero, as C rounds. */
export function roundAway(value: number): number {
  return value < 0 ? -Math.round(-value) : Math.round(value);
}

const clip = (value: number) => Math.min(100, Math.max(0, roundAway(value)));

const logistic = (x: number, middle: number, width: number) =>
  1 / (1 + Math.exp((middle - x) / width));

/** h·(a + s·logistic((x − x0) / w)), rounded, then kept within 0..100. */
const sigmoid =
  (h: number, a: number, s: number, x0: number, w: number): Mapping =>
  (x) =>
    clip(h * (a + s * logistic(x, x0, w)));

const share: Mapping = (x) => clip(100 * (1 - x));

const cosineSquared: Mapping = (degrees) =>
  roundAway(100 * Math.max(0, Math.cos((degrees * Math.PI) / 180)) ** 2);

const beyondRightAngle =
  (map: Mapping): Mapping =>
  (degrees) =>
    Math.abs(degrees) >= 90 ? 0 : map(degrees);

const pose = beyondRightAngle(cosineSquared);
const crop = sigmoid(100, 0, 1, 0.9, 0.1);

const headSize = sigmoid(200, 1, -1, 0, 0.05);

function headCoverings(x: number): number {
  if (x <= 0) return 100;
  if (x >= 0.95) return 0;
  const s = (value: number) => logistic(value, 0.02, 0.1);
  return roundAway((100 * (s(0.95) - s(x))) / (s(0.95) - s(0)));
}

/** The scalar score, 0..100, of a finite raw value. */
export const TO_SCALAR: Readonly<Record<QualityMeasureName, Mapping>> = {
  UnifiedQualityScore: sigmoid(100, 0, 1, 23, 2.6),
  BackgroundUniformity: sigmoid(190, 1, -1, 10, 100),
  IlluminationUniformity: (x) => roundAway(100 * x ** 0.3),
  LuminanceMean: (x) => roundAway(100 * logistic(x, 0.2, 0.05) * (1 - logistic(x, 0.8, 0.05))),
  LuminanceVariance: (x) => roundAway(100 * Math.sin((Math.PI * 60 * x) / (60 * x + 1))),
  UnderExposurePrevention: sigmoid(120, 0.832, -1, 0.92, 0.05),
  OverExposurePrevention: (x) => clip(1 / (x + 0.01)),
  DynamicRange: (x) => clip(12.5 * x),
  Sharpness: sigmoid(1, -14, 115, -20, 15),
  CompressionArtifacts: sigmoid(1, -0.0278, 103, 0.3308, 0.092),
  NaturalColour: sigmoid(200, 1, -1, 0, 10),
  SingleFacePresent: (x) => roundAway(100 * (1 - x)),
  EyesOpen: sigmoid(100, 0, 1, 0.02, 0.01),
  MouthClosed: sigmoid(100, 1, -1, 0.2, 0.06),
  EyesVisible: share,
  MouthOcclusionPrevention: share,
  FaceOcclusionPrevention: share,
  InterEyeDistance: sigmoid(100, 0, 1, 70, 20),
  HeadSize: (x) => headSize(Math.abs(x - 0.45)),
  LeftwardCropOfTheFaceImage: crop,
  RightwardCropOfTheFaceImage: crop,
  MarginAboveOfTheFaceImage: sigmoid(100, 0, 1, 1.4, 0.1),
  MarginBelowOfTheFaceImage: sigmoid(100, 0, 1, 1.8, 0.1),
  HeadPoseYaw: pose,
  HeadPosePitch: pose,
  HeadPoseRoll: pose,
  ExpressionNeutrality: sigmoid(100, 0, 1, -5000, 5000),
  NoHeadCoverings: headCoverings,
};
