/** Results of operations as the JSON of the interface: field names, order, nothing left out. */
import type { Static } from 'typebox';
import type { FaceFacts, ImageAnalysis } from '../../faces/analysis.ts';
import type { EnrollResult } from '../../operations/enroll.ts';
import type { JobResult } from '../../operations/job.ts';
import type { TemplateStatus } from '../../operations/template-status.ts';
import type { VerifyResult } from '../../operations/verify.ts';
import type {
  EnrollAnswer,
  Face,
  ImageProperties,
  TemplateStatusAnswer,
  VerifyAnswer,
} from './schemas.ts';

export function verifyAnswer(result: VerifyResult): Static<typeof VerifyAnswer> {
  return {
    ...envelopeOf(result),
    imageProperties: result.image === undefined ? null : imageProperties(result.image),
    verified: result.verified,
    score: result.score,
  };
}

export function enrollAnswer(result: EnrollResult): Static<typeof EnrollAnswer> {
  return {
    ...envelopeOf(result),
    imageProperties: result.images.map(imageProperties),
    performedAction: result.performedAction,
    enrolledImages: result.enrolledImages,
    templateStatus: templateStatusAnswer(result.template),
  };
}

export function templateStatusAnswer(
  template: TemplateStatus,
): Static<typeof TemplateStatusAnswer> {
  return {
    classId: template.classId,
    available: template.available,
    enrolled: template.enrolled?.toISOString() ?? '',
    tags: [...template.tags],
    encoderVersion: template.encoderVersion,
    featureVectors: template.featureVectors,
    thumbnailsStored: template.thumbnailsStored,
    thumbnails: template.thumbnails.map(({ enrolled, png }) => ({
      enrolled: enrolled.toISOString(),
      image: Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64'),
    })),
  };
}

function envelopeOf({ status, errors }: JobResult) {
  return { status, errors: errors.map(({ errorCode, message }) => ({ errorCode, message })) };
}

function imageProperties(image: ImageAnalysis): Static<typeof ImageProperties> {
  return {
    rotated: image.rotated,
    faces: image.faces.map(face),
    qualityScore: image.qualityScore,
    qualityAssessments: image.qualityAssessments.map(({ check, score, message }) => ({
      check,
      score,
      message,
    })),
    frameNumber: 0,
  };
}

function face({ leftEye, rightEye }: FaceFacts): Static<typeof Face> {
  return {
    leftEye: { x: leftEye.x, y: leftEye.y },
    rightEye: { x: rightEye.x, y: rightEye.y },
    textureLivenessScore: 0,
    motionLivenessScore: 0,
    movementDirection: 0,
  };
}
