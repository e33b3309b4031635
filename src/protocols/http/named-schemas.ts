/** Every schema that the OpenAPI document lists by name. */
import { LivenessAnswer, PhotoVerifyAnswer } from './liveness-schemas.ts';
import {
  EnrollAnswer,
  ErrorAnswer,
  Face,
  ImageProperties,
  JobErrorAnswer,
  QualityAssessment,
  TemplateStatusAnswer,
  VerifyAnswer,
} from './schemas.ts';

export const NAMED_SCHEMAS = [
  Face,
  QualityAssessment,
  ImageProperties,
  JobErrorAnswer,
  VerifyAnswer,
  TemplateStatusAnswer,
  EnrollAnswer,
  LivenessAnswer,
  PhotoVerifyAnswer,
  ErrorAnswer,
] as const;
