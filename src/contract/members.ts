/** Members of requests and answers that several contracts share. */
import { type Static, type TSchema, type TSchemaOptions, Type } from 'typebox';
import { LARGEST_CLASS_ID } from '../bcid.ts';
import type { FaceFacts, ImageAnalysis, LivenessScores } from '../faces/analysis.ts';
import { IMAGE_LABELS } from '../faces/image/format.ts';
import type { LiveImage } from '../faces/liveness/decide.ts';
import { MOST_SECONDS, VIDEO_CODECS, VIDEO_FORMATS } from '../faces/liveness/video/limits.ts';
import { JOB_STATUSES } from '../journal/bookkeeping.ts';
import type { JobResult } from '../operations/job.ts';
import type { SubmittedImage } from '../operations/submitted-image.ts';

/** A schema that the OpenAPI document lists by name and refers to. */
export function reference<T extends TSchema>(schema: T) {
  const { $id } = schema as { readonly $id?: string };
  return Type.Unsafe<Static<T>>({ $ref: `${$id}#` });
}

export const ClassId = Type.Unsafe<bigint>({
  type: 'integer',
  format: 'int64',
  minimum: 1,
  description: `Class id chosen by the client: a positive 64-bit number, exact up to ${LARGEST_CLASS_ID}.`,
  examples: [1001],
});

export const fraction = (description: string) =>
  Type.Number({ minimum: 0, maximum: 1, description });

export const timestamp = <Time extends Date | '' = Date>(description: string) =>
  Type.Unsafe<Time>({
    type: 'string',
    description: `${description} RFC 3339, UTC.`,
    examples: ['2026-01-31T09:30:00.000Z'],
  });

/** A member that may be absent or null, with the same meaning. */
export const maybe = <T extends TSchema>(schema: T, options: TSchemaOptions = {}) =>
  Type.Optional(Type.Unsafe<Static<T>>(Type.Union([schema, Type.Null()], options)));

/** A member that is always present. Null: there is nothing to tell. */
export const orNull = <T extends TSchema>(schema: T, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options);

export const Nothing = Type.Object({}, { description: 'An empty object.' });

/** A file in an answer. */
export const png = (description: string) =>
  Type.Unsafe<Uint8Array>({ type: 'string', contentEncoding: 'base64', description });

/** A file in a request. */
const base64 = (description: string, example: string) =>
  Type.Unsafe<SubmittedImage>({
    type: 'string',
    description,
    contentEncoding: 'base64',
    examples: [example],
  });

export const imageText = (description: string) =>
  base64(description, '/9j/4AAQSkZJRgABAQAAAQABAAD…');

export const ImageText = imageText(
  `Image as base64: ${IMAGE_LABELS.join(', ')}; of several frames the first. The EXIF ` +
    'orientation is applied. A data-URL prefix and the URL-safe alphabet are tolerated.',
);

/** Alternatives to a reference photo. */
export const DOCUMENTS =
  'a document that holds it, where the service reads documents: EF.DG2 of a travel document, or ' +
  'an mdoc (ISO/IEC 18013-5)';

export const SecurityObject = base64(
  'EF.SOD of the chip as base64: the issuer signed the photo, which then is EF.DG2.',
  'd4IHgTCCB30GCSqGSIb3DQEHAqCCB24w…',
);

export const VideoText = base64(
  `Video as base64: ${VIDEO_FORMATS} with ${VIDEO_CODECS}, at most ${MOST_SECONDS} s.`,
  'AAAAIGZ0eXBpc29tAAACAGlzb21pc28y…',
);

const Point = Type.Object(
  { x: Type.Number(), y: Type.Number() },
  { description: 'Pixels of the submitted image after EXIF and the rotation by `rotated`.' },
);

export const Face = Type.Object(
  {
    leftEye: Point,
    rightEye: Point,
    textureLivenessScore: fraction('Texture-based liveness; exactly 0 = not calculated.'),
    motionLivenessScore: fraction('Motion-based liveness; exactly 0 = not calculated.'),
    movementDirection: Type.Number({
      minimum: 0,
      exclusiveMaximum: 360,
      description: 'Head movement in degrees as the subject sees it: 0 right, 90 up, 180 left.',
    }),
  },
  {
    $id: 'Face',
    description: "A face. Eyes are the subject's own: upright, rightEye.x < leftEye.x.",
  },
);

export const QualityAssessment = Type.Object(
  {
    check: Type.String({ description: 'Name of the check.', examples: ['FullyVisibleFace'] }),
    score: fraction('1 is best.'),
    message: Type.String({ description: 'Message for end users.' }),
  },
  { $id: 'QualityAssessment', description: 'Result of one quality check.' },
);

/** Example of `ImageProperties`. */
export const EXAMPLE_IMAGE = {
  rotated: 0,
  faces: [
    {
      leftEye: { x: 372.4, y: 268.1 },
      rightEye: { x: 268.9, y: 270.3 },
      textureLivenessScore: 0,
      motionLivenessScore: 0,
      movementDirection: 0,
    },
  ],
  qualityScore: 0,
  qualityAssessments: [],
  frameNumber: 0,
} as const;

export const ImageProperties = Type.Object(
  {
    rotated: Type.Enum([0, 90, 180, 270], {
      type: 'integer',
      description: 'Clockwise degrees by which the image was rotated so that faces are upright.',
    }),
    faces: Type.Array(reference(Face), { description: 'Faces found, largest first.' }),
    qualityScore: fraction('Unified quality score / 100; 0 where it was not computed.'),
    qualityAssessments: Type.Array(reference(QualityAssessment)),
    frameNumber: Type.Integer({ minimum: 0, description: 'Frame of a video, else 0.' }),
  },
  {
    $id: 'ImageProperties',
    description: 'What was found in an image.',
    examples: [EXAMPLE_IMAGE],
  },
);

export const ImageList = Type.Array(reference(ImageProperties), {
  description: 'One per image, in the order given.',
});

export const JobErrorAnswer = Type.Object(
  {
    errorCode: Type.String({ description: 'Code for programs.', examples: ['FaceNotFound'] }),
    message: Type.String({ description: 'Message for people.' }),
  },
  { $id: 'JobError', description: 'An error that occurred while the job ran.' },
);

/** Members at the beginning of every job answer. */
export const envelope = {
  status: Type.Enum([...JOB_STATUSES], {
    type: 'string',
    description: 'SUCCEEDED: the job ran, whatever it decided. FAULTED: nothing could be decided.',
  }),
  errors: Type.Array(reference(JobErrorAnswer), { description: 'Errors during processing.' }),
};

/** The beginning of every job answer. */
export function envelopeOf({ status, errors }: JobResult) {
  return { status, errors: errors.map(({ errorCode, message }) => ({ errorCode, message })) };
}

const NOT_CALCULATED: LivenessScores = {
  textureLivenessScore: 0,
  motionLivenessScore: 0,
  movementDirection: 0,
};

export function imageProperties(
  image: ImageAnalysis,
  liveness = image.liveness ?? NOT_CALCULATED,
  frameNumber = 0,
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
    frameNumber,
  };
}

export const liveProperties = (live: LiveImage) =>
  imageProperties(live.image, live, live.frameNumber);

function face(
  { leftEye, rightEye }: FaceFacts,
  { textureLivenessScore, motionLivenessScore, movementDirection }: LivenessScores,
): Static<typeof Face> {
  return {
    leftEye: { x: leftEye.x, y: leftEye.y },
    rightEye: { x: rightEye.x, y: rightEye.y },
    textureLivenessScore,
    motionLivenessScore,
    movementDirection,
  };
}
