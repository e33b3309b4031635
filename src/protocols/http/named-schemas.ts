/** Every schema that the OpenAPI document lists by name. */
import { LivenessAnswer, PhotoVerifyAnswer } from './liveness-schemas.ts';
import {
  QualityAnswer,
  QualityExplanationAnswer,
  QualityMeasurementAnswer,
} from './quality-schemas.ts';
import {
  EnrollAnswer,
  ErrorAnswer,
  Face,
  ImageProperties,
  JobErrorAnswer,
  MessageAnswer,
  QualityAssessment,
  TemplateStatusAnswer,
  VerifyAnswer,
} from './schemas.ts';
import { SearchAnswer, TemplateMatch } from './search-schemas.ts';
import { TaskAnswer, TaskResultAnswer, UploadAnswer } from './task-schemas.ts';

export const NAMED_SCHEMAS = [
  Face,
  QualityAssessment,
  ImageProperties,
  JobErrorAnswer,
  VerifyAnswer,
  TemplateStatusAnswer,
  EnrollAnswer,
  TemplateMatch,
  SearchAnswer,
  LivenessAnswer,
  PhotoVerifyAnswer,
  QualityMeasurementAnswer,
  QualityExplanationAnswer,
  QualityAnswer,
  ErrorAnswer,
  MessageAnswer,
  UploadAnswer,
  TaskAnswer,
  TaskResultAnswer,
] as const;
