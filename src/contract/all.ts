/** All operations of clients, and the schemas of the API reference. See also task.ts. */
import { deleteTemplateContract } from './delete-template.ts';
import { EnrollAnswer, enrollContract } from './enroll.ts';
import { LivenessAnswer, livenessContract, videoLivenessContract } from './liveness.ts';
import {
  CreatedSessionAnswer,
  LivenessSessionAnswer,
  OwnSessionAnswer,
} from './liveness-session.ts';
import { Face, ImageProperties, JobErrorAnswer, QualityAssessment } from './members.ts';
import { PhotoVerifyAnswer, photoVerifyContract } from './photo-verify.ts';
import {
  QualityAnswer,
  QualityExplanationAnswer,
  QualityMeasurementAnswer,
  qualityContract,
} from './quality.ts';
import { identifyContract, SearchAnswer, searchContract, TemplateMatch } from './search.ts';
import { setTemplateTagsContract } from './set-template-tags.ts';
import { ChallengeAnswer, TaskAnswer, UploadAnswer } from './task.ts';
import { TemplateStatusAnswer, templateStatusContract } from './template-status.ts';
import { TaskResultAnswer } from './token-api.ts';
import { VerifyAnswer, verifyContract } from './verify.ts';

export const CONTRACTS = [
  enrollContract,
  verifyContract,
  templateStatusContract,
  setTemplateTagsContract,
  deleteTemplateContract,
  searchContract,
  identifyContract,
  livenessContract,
  videoLivenessContract,
  photoVerifyContract,
  qualityContract,
];

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
  UploadAnswer,
  ChallengeAnswer,
  TaskAnswer,
  TaskResultAnswer,
  CreatedSessionAnswer,
  LivenessSessionAnswer,
  OwnSessionAnswer,
];
