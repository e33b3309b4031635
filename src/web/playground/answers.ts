/** Answers of the service as the interface describes them: what the playground reads of them. */

export interface JobError {
  readonly errorCode: string;
  readonly message: string;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Face {
  readonly leftEye: Point;
  readonly rightEye: Point;
  readonly textureLivenessScore: number;
  readonly motionLivenessScore: number;
  readonly movementDirection: number;
}

export interface QualityAssessment {
  readonly check: string;
  readonly score: number;
  readonly message: string;
}

export interface ImageProperties {
  readonly rotated: number;
  readonly faces: readonly Face[];
  readonly qualityScore: number;
  readonly qualityAssessments: readonly QualityAssessment[];
  readonly frameNumber: number;
}

/** What every job answers. */
export interface JobAnswer {
  readonly status: 'SUCCEEDED' | 'FAULTED' | 'CANCELLED';
  readonly errors: readonly JobError[];
}

export interface VerifyAnswer extends JobAnswer {
  readonly imageProperties: ImageProperties | null;
  readonly verified: boolean;
  readonly score: number;
}

export interface TemplateStatus {
  readonly classId: number | bigint;
  readonly available: boolean;
  readonly enrolled: string;
  readonly tags: readonly string[];
  readonly encoderVersion: number;
  readonly featureVectors: number;
  readonly thumbnailsStored: number;
  readonly thumbnails: readonly { readonly enrolled: string; readonly image: string }[];
}

export interface EnrollAnswer extends JobAnswer {
  readonly imageProperties: readonly ImageProperties[];
  readonly performedAction:
    | 'NONE'
    | 'NEW_TEMPLATE_CREATED'
    | 'TEMPLATE_UPDATED'
    | 'TEMPLATE_UPGRADED'
    | 'ENROLLMENT_FAILED';
  readonly enrolledImages: number;
  readonly templateStatus: TemplateStatus;
}

export interface Rectangle extends Point {
  readonly width: number;
  readonly height: number;
}

/** What every check saw in an image; coordinates as those of the faces. */
export interface ImageEvidence {
  readonly faces: readonly Rectangle[];
  readonly networks: Readonly<Record<string, number>>;
  readonly detectors: readonly {
    readonly detector: string;
    readonly score: number;
    readonly fake: boolean;
    readonly message: string;
    readonly regions: readonly { readonly label: string; readonly outline: readonly Point[] }[];
  }[];
}

/** Where points of the face were in the first image, and where they are in the second. */
export interface MotionArrow {
  readonly from: Point;
  readonly to: Point;
}

export interface LivenessAnswer extends JobAnswer {
  readonly imageProperties: readonly ImageProperties[];
  readonly live: boolean;
  readonly livenessScore: number;
  /** Only for clients with the setting `debugEvidence`. */
  readonly debug?: {
    readonly images: readonly ImageEvidence[];
    readonly motion: { readonly arrows: readonly MotionArrow[] } | null;
  };
}

export type VerificationLevel =
  | 'NOT_RECOGNIZED'
  | 'LEVEL_1'
  | 'LEVEL_2'
  | 'LEVEL_3'
  | 'LEVEL_4'
  | 'LEVEL_5';

export interface PhotoVerifyAnswer extends LivenessAnswer {
  readonly photoProperties: ImageProperties | null;
  readonly verificationLevel: VerificationLevel;
  readonly verificationScore: number;
}

export interface SearchAnswer extends JobAnswer {
  readonly imageProperties: readonly ImageProperties[];
  readonly result: readonly {
    readonly matches: readonly { readonly classId: number | bigint; readonly score: number }[];
  }[];
}

export interface QualityMeasurement {
  readonly measure: string;
  readonly rawValue: number;
  readonly scalarScore: number;
  readonly method: string;
}

/** The parts of the standard: the whole, how the picture was taken, the person. */
export type QualityGroup = 'unified' | 'capture' | 'subject';

/** Pictures are PNG as base64; points are in pixels of the aligned face. */
export interface QualityExplanation {
  readonly alignedFace: string;
  readonly landmarks: readonly Point[];
  readonly masks: readonly { readonly name: string; readonly image: string }[];
  readonly measures: readonly {
    readonly measure: string;
    readonly group: QualityGroup;
    /** In English; empty where the score is good enough or nothing can be said. */
    readonly advice: string;
  }[];
}

export interface QualityAnswer extends JobAnswer {
  readonly qualityMeasurements: readonly QualityMeasurement[];
  /** Null unless it was asked for. */
  readonly explanation: QualityExplanation | null;
}
