/** The face engine's results for an image: the interface between operations and pixels. */
import type { JobErrorCode } from '../errors.ts';
import type { Share, Work } from '../scheduling/fair-queue.ts';
import type { HeadPose, Point, Rotation } from './geometry.ts';
import type { ConvertedImage, TargetFormat } from './image/convert.ts';
import type { FrameAnalysis } from './liveness/burst/burst-frame.ts';
import type { FakeEvidence, PassiveResult } from './liveness/liveness-analysis.ts';
import type { MotionView } from './liveness/motion/motion-view.ts';
import type { GradeQualityOptions, ImageQuality } from './quality/image-quality.ts';

/** A suitable face. Eyes are the subject's own: upright, `rightEye.x < leftEye.x`. */
export interface FaceFacts {
  readonly leftEye: Point;
  readonly rightEye: Point;
  /** Box of the detector in pixels: left, top, width, height; may leave the image. */
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** Detection confidence, 0..1. */
  readonly confidence: number;
  readonly pose: HeadPose;
}

/** Liveness scores of the face of an image. Exactly 0: not calculated. */
export interface LivenessScores {
  readonly textureLivenessScore: number;
  readonly motionLivenessScore: number;
  /** Degrees [0, 360): 0 the subject's right, 90 up. */
  readonly movementDirection: number;
}

/** A quality check: score 0..1 (1 is best) and a message for the end user. */
export interface QualityAssessment {
  readonly check: string;
  readonly score: number;
  readonly message: string;
}

/** A part of a face that something covers. */
export type CoveredPart = 'eyes' | 'mouth and nose';

/** Why an image has no subject: the three job errors of an image. */
export type SubjectProblem = Extract<
  JobErrorCode,
  'FaceNotFound' | 'MultipleFacesFound' | 'ThumbnailExtractionFailed'
>;

/** The person in an image, ready to be compared or enrolled. */
export interface Subject {
  /** Feature vector of the engine's encoder, unit length. */
  readonly features: Float32Array;
  /** Upright PNG crop of about 320 px without metadata; present if requested. */
  readonly thumbnail?: Uint8Array;
}

/** The engine's results for an image. */
export interface ImageAnalysis {
  /** Submitted size in pixels after EXIF, before the rotation by `rotated`. */
  readonly width: number;
  readonly height: number;
  readonly rotated: Rotation;
  /** Suitable faces, largest first. */
  readonly faces: readonly FaceFacts[];
  /** 0..1; 0 if not computed. */
  readonly qualityScore: number;
  readonly qualityAssessments: readonly QualityAssessment[];
  /** Parts that something covers. Absent: not examined. */
  readonly coveredParts?: readonly CoveredPart[];
  /** Present if liveness was examined. */
  readonly liveness?: LivenessScores;
  /** Present exactly if `problem` is absent, except in analyses without features. */
  readonly subject?: Subject;
  readonly problem?: SubjectProblem;
}

/** What to compute beyond detection. */
export interface AnalyseOptions extends Work {
  /** False: do not encode the face, so that `subject` is absent. */
  readonly features?: boolean;
  /** Make the PNG thumbnail (enrolment with thumbnails). */
  readonly thumbnail?: boolean;
  /** The image is an ID photo: undo effects of printing and scanning. It is never stored. */
  readonly idPhoto?: boolean;
}

/** A live image. Everything but `image` and the hashes requires exactly one suitable face. */
export interface LiveAnalysis {
  readonly image: ImageAnalysis;
  readonly passive?: PassiveResult;
  /** A mask, hand or cloth hides half of the mouth or face. */
  readonly covered?: boolean;
  /** Mesh and face in grey, for comparison with another image. */
  readonly view?: MotionView;
  /** Identity vector, see `identityOf`; present if requested. */
  readonly identity?: Float32Array;
  readonly fakes: readonly FakeEvidence[];
  /** Difference hash of the whole upright picture, 256 bits. Few differ for similar pictures. */
  readonly hash: Uint8Array;
}

/** Options for a liveness analysis. */
export interface AnalyseLivenessOptions extends Work {
  /** Also encode the face, as for templates; otherwise `image.subject` is absent. */
  readonly features?: boolean;
  /** With the features, also make the PNG thumbnail, see `AnalyseOptions`. */
  readonly thumbnail?: boolean;
  /** Compute the identity vector, so that two images can be checked to show one person. */
  readonly identity?: boolean;
}

/** Options for the analysis of a small frame. */
export interface AnalyseFrameOptions extends Work {
  /** Also encode the face, as for templates. */
  readonly features?: boolean;
  /** Also judge the texture of the face. */
  readonly texture?: boolean;
}

/** The engine's encoder; `fingerprint` changes with model, alignment or calibration. */
export interface EncoderInfo {
  readonly name: string;
  readonly fingerprint: string;
  readonly dimension: number;
  /** Feature vectors of typical faces; empty if unknown. */
  readonly typicalFaces: readonly Float32Array[];
}

/** Analyses faces in images, and compares feature vectors. */
export interface FaceEngine {
  readonly encoder: EncoderInfo;
  /** @param image JPEG, PNG, … @throws InvalidImage; Cancelled; Unavailable the queue is full */
  analyse(image: Uint8Array, options?: AnalyseOptions): Promise<ImageAnalysis>;
  /** Analyses an image for a liveness decision. @throws InvalidImage; Cancelled; Unavailable */
  analyseLiveness(image: Uint8Array, options?: AnalyseLivenessOptions): Promise<LiveAnalysis>;
  /**
   * The few facts needed of a small frame between two live images.
   * @throws InvalidImage; Cancelled; Unavailable the models of liveness are not installed
   */
  analyseFrame(image: Uint8Array, options?: AnalyseFrameOptions): Promise<FrameAnalysis>;
  /**
   * Mesh of the face of a frame, as in `MotionView`. Undefined: not exactly one face.
   * @param near the mesh in a frame of the same size shortly before
   * @throws InvalidImage; Cancelled; Unavailable
   */
  followFace(
    image: Uint8Array,
    near: Float32Array | undefined,
    work?: Work,
  ): Promise<Float32Array | undefined>;
  /**
   * Quality measures of the largest face by ISO/IEC 29794-5.
   * @throws InvalidImage; Cancelled; Unavailable the queue is full
   */
  gradeQuality(image: Uint8Array, options?: GradeQualityOptions): Promise<ImageQuality>;
  /**
   * The upright image in another format, no side longer than `maxSide` pixels. @throws InvalidImage;
   * Cancelled; Unavailable
   */
  convertImage(
    image: Uint8Array,
    format: TargetFormat,
    options?: Work & { readonly maxSide?: number },
  ): Promise<ConvertedImage>;
  /** Missing optional parts: a line each, with the command that installs them. */
  missing(): Promise<readonly string[]>;
  /** Comparison score of a probe with the vector of a sample or class, −1..1. */
  compare(probe: Float32Array, reference: Float32Array): number;
  /** Comparison score that keeps that false-match rate. */
  threshold(fmr: number): number;
  /** A comparison score as the interface's score, 0..1; 0.5 is the default threshold. */
  toScore(comparison: number): number;
  /** Recomputes the feature vector from a stored thumbnail. @throws InvalidImage */
  encodeThumbnail(png: Uint8Array, work?: Work): Promise<Float32Array>;
  /** Refuses work of a client with a full queue before it is prepared. @throws Unavailable */
  requireRoom(share: Share): void;
  /** Queue and workers for metrics and readiness. */
  status(): { readonly ready: boolean; readonly workers: number; readonly queued: number };
  close(): Promise<void>;
}
