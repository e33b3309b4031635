/** Types of the service's responses, under the service's names. */
import type { components } from './openapi.ts';

/** A number if it holds the id exactly, otherwise a bigint. */
export type ClassId = number | bigint;

/** Class ids have 64 bits. The document says integer, which JavaScript numbers cannot hold. */
type WithClassIds<T> = T extends readonly (infer Element)[]
  ? readonly WithClassIds<Element>[]
  : T extends object
    ? {
        readonly [Name in keyof T]: Name extends 'classId'
          ? ClassId
          : Name extends 'classIds'
            ? readonly ClassId[]
            : WithClassIds<T[Name]>;
      }
    : T;

type Schemas = components['schemas'];

export type EnrollAnswer = WithClassIds<Schemas['EnrollResponse']>;
export type VerifyAnswer = WithClassIds<Schemas['VerifyResponse']>;
export type TemplateStatus = WithClassIds<Schemas['FaceTemplateStatus']>;
export type SearchAnswer = WithClassIds<Schemas['SearchResponse']>;
export type LivenessAnswer = WithClassIds<Schemas['LivenessDetectionResponse']>;
export type PhotoVerifyAnswer = WithClassIds<Schemas['PhotoVerifyResponse']>;
export type QualityAnswer = WithClassIds<Schemas['FaceImageQualityResponse']>;
export type UploadAnswer = WithClassIds<Schemas['UploadResponse']>;
export type ChallengeAnswer = WithClassIds<Schemas['ChallengeResponse']>;
export type TaskAnswer = WithClassIds<Schemas['TaskResponse']>;
export type TaskResult = WithClassIds<Schemas['TaskResult']>;
export type CreatedLivenessSession = Schemas['CreatedLivenessSession'];
export type LivenessSession = Schemas['LivenessSession'];
export type OwnLivenessSession = Schemas['OwnLivenessSession'];
