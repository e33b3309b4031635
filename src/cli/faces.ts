/** What enrol, verify and template commands ask for, of a running service or of the local data. */
import type { JobStatus } from '../journal/job.ts';

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
  readonly encoderVersion: number;
  readonly featureVectors: number;
  readonly thumbnailsStored: number;
}

/** Operations of one client; every call is one job on the books. */
export interface Faces {
  /** Calls that are worth making at once. */
  readonly lanes: number;
  /** @throws InvalidArgument not an image; Unavailable */
  enroll(classId: bigint, image: Uint8Array): Promise<EnrollAnswer>;
  /** @throws NotFound no template; InvalidArgument not an image; Unavailable */
  verify(classId: bigint, image: Uint8Array): Promise<VerifyAnswer>;
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
