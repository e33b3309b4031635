/** Results of operations as the messages of the proto files. */
import type { FaceFacts, ImageAnalysis } from '../../faces/analysis.ts';
import type { LiveImage } from '../../faces/liveness/decide.ts';
import type { LivenessResult } from '../../operations/detect-liveness.ts';
import type { EnrollResult } from '../../operations/enroll.ts';
import type { GradeQualityResult } from '../../operations/grade-quality.ts';
import type { JobResult } from '../../operations/job.ts';
import type { PhotoVerifyResult } from '../../operations/photo-verify.ts';
import type { SearchResult } from '../../operations/search.ts';
import type { TemplateStatus } from '../../operations/template-status.ts';
import type { VerifyResult } from '../../operations/verify.ts';

export function enrollmentResponse(result: EnrollResult) {
  return {
    ...envelope(result),
    imageProperties: result.images.map((image) => imageProperties(image)),
    performedAction: result.performedAction,
    enrolledImages: result.enrolledImages,
    templateStatus: templateStatusResponse(result.template),
  };
}

export function verificationResponse(result: VerifyResult) {
  return {
    ...envelope(result),
    imageProperties: result.image === undefined ? null : imageProperties(result.image),
    verified: result.verified,
    score: result.score,
  };
}

export function searchResponse(result: SearchResult) {
  return {
    ...envelope(result),
    imageProperties: result.images.map((image) => imageProperties(image)),
    result: result.result.map(({ matches }) => ({
      matches: matches.map(({ classId, score }) => ({ classId: String(classId), score })),
    })),
  };
}

export function templateStatusResponse(template: TemplateStatus) {
  const { classId, available, enrolled, tags } = template;
  const { encoderVersion, featureVectors, thumbnailsStored, thumbnails } = template;
  return {
    classId: String(classId),
    available,
    enrolled: enrolled === undefined ? null : timestamp(enrolled),
    tags,
    encoderVersion,
    featureVectors,
    thumbnailsStored,
    thumbnails: thumbnails.map((thumbnail) => ({
      enrolled: timestamp(thumbnail.enrolled),
      image: thumbnail.png,
    })),
  };
}

export function livenessResponse(result: LivenessResult) {
  return {
    ...envelope(result),
    imageProperties: result.images.map(liveProperties),
    live: result.live,
    livenessScore: result.livenessScore,
  };
}

export function photoVerifyResponse(result: PhotoVerifyResult) {
  return {
    ...envelope(result),
    imageProperties: result.images.map(liveProperties),
    photoProperties: result.photo === undefined ? null : imageProperties(result.photo),
    verificationLevel: result.verificationLevel,
    verificationScore: result.verificationScore,
    live: result.live,
    livenessScore: result.livenessScore,
  };
}

export function qualityResponse(result: GradeQualityResult) {
  return {
    ...envelope(result),
    qualityMeasurements: result.measurements.map(({ measure, rawValue, scalarScore }) => ({
      measure,
      rawValue,
      scalarScore,
    })),
  };
}

function envelope({ status, errors }: JobResult) {
  return { status, errors: errors.map(({ errorCode, message }) => ({ errorCode, message })) };
}

const liveProperties = (live: LiveImage) => imageProperties(live.image, live);

function imageProperties(image: ImageAnalysis, liveness?: LiveImage) {
  const { rotated, faces, qualityScore, qualityAssessments } = image;
  return {
    rotated,
    faces: faces.map((facts) => face(facts, liveness)),
    qualityScore,
    qualityAssessments: qualityAssessments.map(({ check, score, message }) => ({
      check,
      score,
      message,
    })),
    frameNumber: liveness?.frameNumber ?? 0,
  };
}

function face({ leftEye, rightEye }: FaceFacts, liveness: LiveImage | undefined) {
  return {
    leftEye: { x: leftEye.x, y: leftEye.y },
    rightEye: { x: rightEye.x, y: rightEye.y },
    textureLivenessScore: liveness?.textureLivenessScore ?? 0,
    motionLivenessScore: liveness?.motionLivenessScore ?? 0,
    movementDirection: liveness?.movementDirection ?? 0,
  };
}

function timestamp(date: Date) {
  const ms = date.getTime();
  return { seconds: String(Math.floor(ms / 1000)), nanos: (ms % 1000) * 1_000_000 };
}
