/** Results of operations as the JSON of the interface: field names, order, nothing left out. */
import type { Static } from 'typebox';
import type { FaceFacts, ImageAnalysis } from '../../faces/analysis.ts';
import type { LiveImage } from '../../faces/liveness/decide.ts';
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
    imageProperties: result.images.map((image) => imageProperties(image)),
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
    consent:
      template.consent === undefined
        ? null
        : {
            reference: template.consent.reference,
            recorded: template.consent.recorded.toISOString(),
          },
  };
}

export function envelopeOf({ status, errors }: JobResult) {
  return { status, errors: errors.map(({ errorCode, message }) => ({ errorCode, message })) };
}

/** What liveness detection adds to an image; absent: nothing was calculated. */
type LivenessOfImage = Omit<LiveImage, 'image'>;

const NOT_CALCULATED: LivenessOfImage = {
  textureLivenessScore: 0,
  motionLivenessScore: 0,
  movementDirection: 0,
  frameNumber: 0,
};

export function imageProperties(
  image: ImageAnalysis,
  liveness = NOT_CALCULATED,
): Static<typeof ImageProperties> {
  return {
    rotated: image.rotated,
    faces: image.faces.map((facts) => face(facts, liveness)),
    qualityScore: image.qualityScore,
    qualityAssessments: image.qualityAssessments.map(({ check, score, message }) => ({
      check,
      score,
      message,
    })),
    frameNumber: liveness.frameNumber,
  };
}

function face(
  { leftEye, rightEye }: FaceFacts,
  { textureLivenessScore, motionLivenessScore, movementDirection }: LivenessOfImage,
): Static<typeof Face> {
  return {
    leftEye: { x: leftEye.x, y: leftEye.y },
    rightEye: { x: rightEye.x, y: rightEye.y },
    textureLivenessScore,
    motionLivenessScore,
    movementDirection,
  };
}

/** Content-Disposition of an answer that the browser keeps as a file. */
export const attachment = (fileName: string): string => `attachment; filename="${fileName}"`;
