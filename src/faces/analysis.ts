/** What the face engine finds in an image: the seam between operations and pixels. */
import type { JobErrorCode } from '../errors.ts';
import type { Share, Work } from '../scheduling/fair-queue.ts';
import type { HeadPose, Point, Rotation } from './geometry.ts';
import type { FrameAnalysis } from './liveness/burst/burst-frame.ts';
import type { FakeEvidence, PassiveResult } from './liveness/liveness-analysis.ts';
import type { MotionView } from './liveness/motion/motion-view.ts';
import type { GradeQualityOptions, ImageQuality } from './quality/image-quality.ts';

/** One suitable face. Eyes are the subject's own: upright, `rightEye.x < leftEye.x`. */
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

/** What liveness detection says of the face of one image; exactly 0 was not calculated. */
export interface LivenessScores {
  readonly textureLivenessScore: number;
  readonly motionLivenessScore: number;
  /** Degrees [0, 360): 0 the subject's right, 90 up. */
  readonly movementDirection: number;
}

/** One quality check: score 0..1 (1 is best) and a message for the end user. */
export interface QualityAssessment {
  readonly check: string;
  readonly score: number;
  readonly message: string;
}

/** Why an image has no subject: the three job errors of an image. */
export type SubjectProblem = Extract<
  JobErrorCode,
  'FaceNotFound' | 'MultipleFacesFound' | 'ThumbnailExtractionFailed'
>;

/** The one person an image shows, ready to be compared or enrolled. */
export interface Subject {
  /** Feature vector of the engine's encoder, unit length. */
  readonly features: Float32Array;
  /** Upright PNG crop of about 320 px without metadata; present when asked for. */
  readonly thumbnail?: Uint8Array;
}

/** Everything the engine says about one image. */
export interface ImageAnalysis {
  /** Submitted size in pixels after EXIF, before the rotation by `rotated`. */
  readonly width: number;
  readonly height: number;
  readonly rotated: Rotation;
  /** Suitable faces, largest first. */
  readonly faces: readonly FaceFacts[];
  /** 0..1; 0 where it was not computed. */
  readonly qualityScore: number;
  readonly qualityAssessments: readonly QualityAssessment[];
  /** Present where liveness was examined. */
  readonly liveness?: LivenessScores;
  /** Set exactly when `problem` is not, but for analyses without features. */
  readonly subject?: Subject;
  readonly problem?: SubjectProblem;
}

/** What to compute beyond detection. */
export interface AnalyseOptions extends Work {
  /** False: do not encode the face, so that `subject` is absent. */
  readonly features?: boolean;
  /** Make the PNG thumbnail (enrolment with thumbnails). */
  readonly thumbnail?: boolean;
  /** The image is an ID photo: restore what printing and scanning took from it (never stored). */
  readonly idPhoto?: boolean;
}

/** One live image. All but `image` and the hashes only where it has exactly one suitable face. */
export interface LiveAnalysis {
  readonly image: ImageAnalysis;
  readonly passive?: PassiveResult;
  /** Half of the mouth or of the face is hidden by a mask, hand or cloth. */
  readonly covered?: boolean;
  /** Mesh and face in grey, for the comparison with another image. */
  readonly view?: MotionView;
  /** Who it is, see `identityOf`; only where it was asked for. */
  readonly identity?: Float32Array;
  readonly fakes: readonly FakeEvidence[];
  /** Difference hash of the whole upright picture: 256 bits; alike pictures, few bits. */
  readonly hash: Uint8Array;
  /** See `perceptualHashOf`: knows the whole upright picture again when it is saved anew. */
  readonly perceptualHash: Uint16Array;
}

/** How a liveness analysis is to run. */
export interface AnalyseLivenessOptions extends Work {
  /** Encode the face, too, as templates are made of; else `image.subject` is absent. */
  readonly features?: boolean;
  /** With the features, make the PNG thumbnail as well, see `AnalyseOptions`. */
  readonly thumbnail?: boolean;
  /** Say who it is, so that two images can be seen to show one person. */
  readonly identity?: boolean;
}

/** How a small frame is to be analysed. */
export interface AnalyseFrameOptions extends Work {
  /** Judge the texture of the face, too. */
  readonly texture?: boolean;
}

/** What the engine's encoder is; `fingerprint` changes with model, alignment or calibration. */
export interface EncoderInfo {
  readonly name: string;
  readonly fingerprint: string;
  /** As earlier versions made it, of file names alone. */
  readonly formerFingerprint?: string;
  readonly dimension: number;
  /** Feature vectors of faces that are typical of those it sees; none when nothing is known. */
  readonly typicalFaces: readonly Float32Array[];
}

/** Faces in images, and how alike two feature vectors are. */
export interface FaceEngine {
  readonly encoder: EncoderInfo;
  /** @param image JPEG, PNG, … @throws InvalidImage; Cancelled; Unavailable the queue is full */
  analyse(image: Uint8Array, options?: AnalyseOptions): Promise<ImageAnalysis>;
  /** What a liveness decision needs of one image. @throws InvalidImage; Cancelled; Unavailable */
  analyseLiveness(image: Uint8Array, options?: AnalyseLivenessOptions): Promise<LiveAnalysis>;
  /**
   * The little that a small frame between two live images is asked.
   * @throws InvalidImage; Cancelled; Unavailable the models of liveness are not installed
   */
  analyseFrame(image: Uint8Array, options?: AnalyseFrameOptions): Promise<FrameAnalysis>;
  /**
   * Quality measures of the largest face by ISO/IEC 29794-5.
   * @throws InvalidImage; Cancelled; Unavailable when the queue is full
   */
  gradeQuality(image: Uint8Array, options?: GradeQualityOptions): Promise<ImageQuality>;
  /** Optional parts that are missing: one line each, with the command that installs them. */
  missing(): Promise<readonly string[]>;
  /** Comparison score of a probe with a reference of several vectors (cosine-like, −1..1). */
  compare(probe: Float32Array, reference: readonly Float32Array[]): number;
  /** Comparison score at which a reference of `vectors` vectors keeps that false-match rate. */
  threshold(fmr: number, vectors: number): number;
  /** A comparison score as the 0..1 score of the interface; 0.5 is the default threshold. */
  toScore(comparison: number, vectors: number): number;
  /** Recomputes the feature vector from a stored thumbnail. @throws InvalidImage */
  encodeThumbnail(png: Uint8Array, work?: Work): Promise<Float32Array>;
  /** Refuses work of a client whose queue is full, before it is prepared. @throws Unavailable */
  requireRoom(share: Share): void;
  /** Queue and workers for metrics and readiness. */
  status(): { readonly ready: boolean; readonly workers: number; readonly queued: number };
  close(): Promise<void>;
}
