/** What enrol, verify and template commands ask for, of a running service or of the local data. */
import type { Contract } from '../contract/contract.ts';
import { deleteTemplateContract } from '../contract/delete-template.ts';
import { type EnrollAnswer as Enrolled, enrollContract } from '../contract/enroll.ts';
import {
  type LivenessAnswer as Examined,
  livenessContract,
  videoLivenessContract,
} from '../contract/liveness.ts';
import {
  type PhotoVerifyAnswer as PhotoVerified,
  photoVerifyContract,
} from '../contract/photo-verify.ts';
import { type QualityAnswer as Graded, qualityContract } from '../contract/quality.ts';
import { type SearchAnswer as Found, searchContract } from '../contract/search.ts';
import { setTemplateTagsContract } from '../contract/set-template-tags.ts';
import {
  type TemplateStatusAnswer as Status,
  templateStatusContract,
} from '../contract/template-status.ts';
import { type VerifyAnswer as Verified, verifyContract } from '../contract/verify.ts';
import type { Wire } from '../contract/wire.ts';

export type Refusal = Wire<Verified>['errors'][number];

/** Quality check by which a sample is said not to look like the others of its class. */
const SAME_PERSON = 'SamePerson';

export interface EnrollAnswer
  extends Pick<Wire<Enrolled>, 'performedAction' | 'enrolledImages' | 'errors'> {
  /** Enrolled all the same, but worth a look. */
  readonly warnings: readonly { readonly message: string }[];
}

export type VerifyAnswer = Pick<Wire<Verified>, 'status' | 'verified' | 'score' | 'errors'>;

export interface StatusAnswer extends Omit<Wire<Status>, 'classId' | 'enrolled' | 'thumbnails'> {
  readonly classId: bigint;
  /** RFC 3339; null without template. */
  readonly enrolled: string | null;
}

export interface SearchRequestOptions {
  readonly tags: readonly string[];
  /** List the most similar classes, not only those that are identified. */
  readonly topMatches: boolean;
  readonly transactionId: string;
}

export type SearchAnswer = Pick<Wire<Found>, 'status' | 'errors' | 'result'>;

type LiveMembers = 'live' | 'livenessScore' | 'errors' | 'debug';

export interface LivenessAnswer extends Pick<Wire<Examined>, LiveMembers> {
  /** Scores of each image or frame; exactly 0 = not calculated. */
  readonly images: readonly {
    readonly frameNumber: number;
    readonly textureLivenessScore: number;
    readonly motionLivenessScore: number;
    readonly movementDirection: number;
  }[];
}

export type PhotoVerifyAnswer = Pick<
  Wire<PhotoVerified>,
  LiveMembers | 'verificationLevel' | 'verificationScore'
>;

export interface LiveImageFile {
  readonly bytes: Uint8Array;
  /** Directions the head must have moved to; of the second image only. */
  readonly tags: readonly string[];
}

export interface QualityAnswer {
  readonly measurements: Wire<Graded>['qualityMeasurements'];
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

/** What a call says besides its request. */
export interface CallOptions {
  readonly classId?: bigint;
  readonly transactionId?: string;
}

/** Where calls go. */
export interface Service {
  /** Calls that are worth making at once. */
  readonly lanes: number;
  /** @returns the answer in the types of JSON; files of the request are bytes */
  call(contract: Contract, request: object, options?: CallOptions): Promise<unknown>;
  close(): Promise<void>;
}

/** The operations of a service. */
export function facesOf({ lanes, call, close }: Service): Faces {
  const ask = <Answer>(contract: Contract, request: object, options?: CallOptions) =>
    call(contract, request, options) as Promise<Wire<Answer>>;
  return {
    lanes,
    close,
    async enroll(classId, image, consent) {
      const request = { images: [{ image }], consent };
      const answer = await ask<Enrolled>(enrollContract, request, { classId });
      const { performedAction, enrolledImages, errors, imageProperties } = answer;
      const assessments = imageProperties[0]?.qualityAssessments ?? [];
      const warnings = assessments.filter(({ check }) => check === SAME_PERSON);
      return { performedAction, enrolledImages, errors, warnings };
    },
    async verify(classId, image) {
      const answer = await ask<Verified>(verifyContract, { image }, { classId });
      const { status, verified, score, errors } = answer;
      return { status, verified, score, errors };
    },
    async search(images, { transactionId, ...rest }) {
      const request = { images: images.map((image) => ({ image })), ...rest };
      const answer = await ask<Found>(searchContract, request, { transactionId });
      const { status, errors, result } = answer;
      return { status, errors, result };
    },
    async liveness(images) {
      const request = { liveImages: images.map(liveImage) };
      return examined(await ask<Examined>(livenessContract, request));
    },
    async videoLiveness(video) {
      return examined(await ask<Examined>(videoLivenessContract, { video }));
    },
    async photoVerify(photo, images, disableLivenessDetection) {
      const request = { photo, liveImages: images.map(liveImage), disableLivenessDetection };
      const answer = await ask<PhotoVerified>(photoVerifyContract, request);
      const { verificationLevel, verificationScore, live, livenessScore, errors, debug } = answer;
      return {
        ...{ verificationLevel, verificationScore, live, livenessScore, errors },
        ...(debug && { debug }),
      };
    },
    async quality(image) {
      const answer = await ask<Graded>(qualityContract, { image });
      return { measurements: answer.qualityMeasurements, errors: answer.errors };
    },
    async status(classId) {
      const answer = await ask<Status>(templateStatusContract, {}, { classId });
      const { thumbnails: _, enrolled, ...status } = answer;
      return { ...status, classId, enrolled: enrolled === '' ? null : enrolled };
    },
    async setTags(classId, tags) {
      await call(setTemplateTagsContract, { tags }, { classId });
    },
    async delete(classId) {
      await call(deleteTemplateContract, {}, { classId });
    },
  };
}

const liveImage = ({ bytes: image, tags }: LiveImageFile) => ({ image, tags });

function examined(answer: Wire<Examined>): LivenessAnswer {
  const { live, livenessScore, errors, imageProperties, debug } = answer;
  const images = imageProperties.map(({ frameNumber, faces: [face] }) => ({
    textureLivenessScore: face?.textureLivenessScore ?? 0,
    motionLivenessScore: face?.motionLivenessScore ?? 0,
    movementDirection: face?.movementDirection ?? 0,
    frameNumber,
  }));
  return { live, livenessScore, errors, images, ...(debug && { debug }) };
}

export interface TargetOptions {
  readonly url?: string;
  readonly client?: string;
  readonly key?: string;
}
