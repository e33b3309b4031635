/** What a quality measure of ISO/IEC 29794-5 is, and how one is estimated. */
import type { FactName, PreparedFace } from './prepared-face.ts';

/** Name and registered identifier of every measure, in the order of the identifiers. */
export const QUALITY_MEASURES = {
  UnifiedQualityScore: 0x41,
  BackgroundUniformity: 0x42,
  IlluminationUniformity: 0x43,
  LuminanceMean: 0x44,
  LuminanceVariance: 0x45,
  UnderExposurePrevention: 0x46,
  OverExposurePrevention: 0x47,
  DynamicRange: 0x48,
  Sharpness: 0x49,
  CompressionArtifacts: 0x4a,
  NaturalColour: 0x4b,
  SingleFacePresent: 0x4c,
  EyesOpen: 0x4d,
  MouthClosed: 0x4e,
  EyesVisible: 0x4f,
  MouthOcclusionPrevention: 0x50,
  FaceOcclusionPrevention: 0x51,
  InterEyeDistance: 0x52,
  HeadSize: 0x53,
  LeftwardCropOfTheFaceImage: 0x54,
  RightwardCropOfTheFaceImage: 0x55,
  MarginAboveOfTheFaceImage: 0x56,
  MarginBelowOfTheFaceImage: 0x57,
  HeadPoseYaw: 0x58,
  HeadPosePitch: 0x59,
  HeadPoseRoll: 0x5a,
  ExpressionNeutrality: 0x5b,
  NoHeadCoverings: 0x5c,
} as const;

/** The parts of the standard: the score of the whole, how the photograph was taken, the person. */
export type QualityGroup = 'unified' | 'capture' | 'subject';

/** Capture-related measures end with NaturalColour, subject-related ones follow. */
export function groupOf(measure: QualityMeasureName): QualityGroup {
  if (measure === 'UnifiedQualityScore') return 'unified';
  return QUALITY_MEASURES[measure] <= QUALITY_MEASURES.NaturalColour ? 'capture' : 'subject';
}

export type QualityMeasureName = keyof typeof QUALITY_MEASURES;

/**
 * `reference`: formula and all inputs are those of the reference implementation. `approximate`: the
 * same formula with other inputs, or an estimator of our own.
 */
export type QualityMethod = 'reference' | 'approximate';

/** One measure of one face. */
export interface QualityMeasurement {
  readonly measure: QualityMeasureName;
  /** In the unit of the measure. */
  readonly rawValue: number;
  /** 0..100, whole; 100 is best. */
  readonly scalarScore: number;
  readonly method: QualityMethod;
}

/** One way to find the raw value of a measure. */
export interface Estimator {
  /** What it has to know of the face; where that is not known, the next estimator is asked. */
  readonly needs: readonly FactName[];
  /** `approximate` whatever its needs are; absent: as good as the worst of them. */
  readonly method?: 'approximate';
  /** The raw value; NaN or infinite: this face cannot be assessed. */
  estimate(face: PreparedFace): number | Promise<number>;
}
