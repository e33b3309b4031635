/** What enrol, verify and template commands ask for, of a running service or of the local data. */
import type { QualityMeasurement } from '../faces/quality/measure.ts';
import type { JobStatus } from '../journal/job.ts';
import type { LivenessEvidence, PhotoVerifyEvidence } from '../operations/liveness-evidence.ts';

export interface Refusal {
  readonly errorCode: string;
  readonly message: string;
}

/** Quality check by which a sample is said not to look like the others of its class. */
export const SAME_PERSON = 'SamePerson';

export interface EnrollAnswer {
  /** As the interface names it: NEW_TEMPLATE_CREATED, …, ENROLLMENT_FAILED. */
  readonly performedAction: string;
  readonly enrolledImages: number;
  readonly errors: readonly Refusal[];
  /** Enrolled all the same, but worth a look. */
  readonly warnings: readonly { readonly message: string }[];
}

export interface VerifyAnswer {
  readonly status: JobStatus;
  readonly verified: boolean;
  /** 0..1; 0.5 is the default threshold. */
  readonly score: number;
  readonly errors: readonly Refusal[];
}

export interface StatusAnswer {
  readonly classId: bigint;
  readonly available: boolean;
  /** RFC 3339; null without template. */
  readonly enrolled: string | null;
  readonly tags: readonly string[];
  readonly consent: { readonly reference: string; readonly recorded: string } | null;
  readonly encoderVersion: number;
  readonly featureVectors: number;
  readonly thumbnailsStored: number;
}

export interface SearchRequestOptions {
  readonly tags: readonly string[];
  /** List the most similar classes, not only those that are identified. */
  readonly topMatches: boolean;
  readonly transactionId: string;
}

export interface SearchAnswer {
  readonly status: JobStatus;
  readonly errors: readonly Refusal[];
  /** One per image, in the order given; matches best first. */
  readonly result: readonly {
    readonly matches: readonly { readonly classId: bigint; readonly score: number }[];
  }[];
}

export interface LivenessAnswer {
  readonly live: boolean;
  /** 0..1; 0: nothing was calculated. */
  readonly livenessScore: number;
  readonly errors: readonly Refusal[];
  /** Scores of each image or frame; exactly 0 = not calculated. */
  readonly images: readonly {
    readonly frameNumber: number;
    readonly textureLivenessScore: number;
    readonly motionLivenessScore: number;
    readonly movementDirection: number;
  }[];
  /** What the checks saw; absent where the service does not tell. */
  readonly debug?: LivenessEvidence;
}

export interface PhotoVerifyAnswer extends Omit<LivenessAnswer, 'images' | 'debug'> {
  readonly debug?: PhotoVerifyEvidence;
  /** NOT_RECOGNIZED, LEVEL_1, …, LEVEL_5. */
  readonly verificationLevel: string;
  /** 0..1; 0: nothing was compared. */
  readonly verificationScore: number;
}

export interface LiveImageFile {
  readonly bytes: Uint8Array;
  /** Directions the head must have moved to; of the second image only. */
  readonly tags: readonly string[];
}

export interface QualityAnswer {
  readonly measurements: readonly QualityMeasurement[];
  readonly errors: readonly Refusal[];
}

/** Operations of one client; every call is one job on the books. */
export interface Faces {
  /** Calls that are worth making at once. */
  readonly lanes: number;
  /** @throws InvalidArgument not an image; Unavailable */
  enroll(classId: bigint, image: Uint8Array, consent?: string): Promise<EnrollAnswer>;
  /** @throws NotFound no template; InvalidArgument not an image; Unavailable */
  verify(classId: bigint, image: Uint8Array): Promise<VerifyAnswer>;
  /** @throws InvalidArgument not an image, a tag; Unavailable */
  search(images: readonly Uint8Array[], request: SearchRequestOptions): Promise<SearchAnswer>;
  /** @throws InvalidArgument not an image, unknown tag; Unavailable models are missing */
  liveness(images: readonly LiveImageFile[]): Promise<LivenessAnswer>;
  /** @throws InvalidArgument not a video; Unavailable models are missing */
  videoLiveness(video: Uint8Array): Promise<LivenessAnswer>;
  /** @throws InvalidArgument not an image; Unavailable models are missing */
  photoVerify(
    photo: Uint8Array,
    images: readonly LiveImageFile[],
    disableLivenessDetection: boolean,
  ): Promise<PhotoVerifyAnswer>;
  /** @throws InvalidArgument not an image; Unavailable */
  quality(image: Uint8Array): Promise<QualityAnswer>;
  status(classId: bigint): Promise<StatusAnswer>;
  /** @throws NotFound no template; InvalidArgument naming the tag */
  setTags(classId: bigint, tags: readonly string[]): Promise<void>;
  /** @throws NotFound no template */
  delete(classId: bigint): Promise<void>;
  close(): Promise<void>;
}

export interface TargetOptions {
  readonly url?: string;
  readonly client?: string;
  readonly key?: string;
}
