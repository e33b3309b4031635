/** The members of requests and answers as TypeBox schemas: what is validated and documented. */
import { type Static, type TSchema, Type } from 'typebox';

/** A schema listed by name in the OpenAPI document, as a reference to it. */
export function reference<T extends TSchema>(schema: T) {
  const { $id } = schema as { readonly $id?: string };
  return Type.Unsafe<Static<T>>({ $ref: `${$id}#` });
}

export const ClassId = Type.Unsafe<bigint>({
  type: 'integer',
  format: 'int64',
  minimum: 1,
  description:
    'Class id chosen by the client: a positive 64-bit number, exact up to 9223372036854775807.',
  examples: [1001],
});

export const fraction = (description: string) =>
  Type.Number({ minimum: 0, maximum: 1, description });

const timestamp = (description: string) =>
  Type.String({
    description: `${description} RFC 3339, UTC.`,
    examples: ['2026-01-31T09:30:00.000Z'],
  });

export const ImageText = Type.String({
  description:
    'Image as base64: JPEG, PNG, WebP, GIF (first frame), TIFF, BMP, AVIF. The EXIF orientation ' +
    'is applied. A data-URL prefix is tolerated.',
  contentEncoding: 'base64',
  examples: ['/9j/4AAQSkZJRgABAQAAAQABAAD…'],
});

const Point = Type.Object(
  { x: Type.Number(), y: Type.Number() },
  { description: 'Pixels of the submitted image after EXIF and the turn by `rotated`.' },
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
    message: Type.String({ description: 'What an end user can be told.' }),
  },
  { $id: 'QualityAssessment', description: 'Result of one quality check.' },
);

export const ImageProperties = Type.Object(
  {
    rotated: Type.Enum([0, 90, 180, 270], {
      type: 'integer',
      description: 'Clockwise degrees by which the image was turned so that faces are upright.',
    }),
    faces: Type.Array(reference(Face), { description: 'Faces found, largest first.' }),
    qualityScore: fraction('Unified quality score / 100; 0 where it was not computed.'),
    qualityAssessments: Type.Array(reference(QualityAssessment)),
    frameNumber: Type.Integer({ minimum: 0, description: 'Frame of a video, else 0.' }),
  },
  {
    $id: 'ImageProperties',
    description: 'What was found in an image.',
    examples: [
      {
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
      },
    ],
  },
);

export const JobErrorAnswer = Type.Object(
  {
    errorCode: Type.String({ description: 'Code for programs.', examples: ['FaceNotFound'] }),
    message: Type.String({ description: 'Message for people.' }),
  },
  { $id: 'JobError', description: 'An error that occurred while the job ran.' },
);

/** Members that every job answer begins with. */
export const envelope = {
  status: Type.Enum(['SUCCEEDED', 'FAULTED', 'CANCELLED'], {
    type: 'string',
    description: 'SUCCEEDED: the job ran, whatever it decided. FAULTED: nothing could be decided.',
  }),
  errors: Type.Array(reference(JobErrorAnswer), { description: 'Errors during processing.' }),
};

export const VerifyAnswer = Type.Object(
  {
    ...envelope,
    imageProperties: Type.Union([reference(ImageProperties), Type.Null()], {
      description: 'Properties of the image; null when it was not looked at.',
    }),
    verified: Type.Boolean({ description: 'True: the face in the image is that of the class.' }),
    score: fraction(
      'Higher: more likely the same person; 0.5 is the default threshold. Decide by `verified`.',
    ),
  },
  { $id: 'VerifyResponse' },
);

export const TemplateStatusAnswer = Type.Object(
  {
    classId: ClassId,
    available: Type.Boolean({
      description: 'Whether a template exists; if not, the rest is empty.',
    }),
    enrolled: timestamp('Time of the first enrolment; empty without template.'),
    tags: Type.Array(Type.String(), { examples: [['staff', 'building-7']] }),
    encoderVersion: Type.Integer({ description: 'Version of the encoder that made the template.' }),
    featureVectors: Type.Integer({ description: 'Number of feature vectors.' }),
    thumbnailsStored: Type.Integer({ description: 'Number of stored thumbnails.' }),
    thumbnails: Type.Array(
      Type.Object({
        enrolled: timestamp('When the sample was enrolled.'),
        image: Type.String({ contentEncoding: 'base64', description: 'PNG as base64.' }),
      }),
      { description: 'Stored thumbnails; empty unless they were asked for.' },
    ),
    consent: Type.Union(
      [
        Type.Object({
          reference: Type.String({ examples: ['consent-2026-0117'] }),
          recorded: timestamp('When it was recorded.'),
        }),
        Type.Null(),
      ],
      { description: 'The consent given with an enrolment; null: none was.' },
    ),
  },
  { $id: 'FaceTemplateStatus', description: 'Status of a face template.' },
);

export const EnrollAnswer = Type.Object(
  {
    ...envelope,
    imageProperties: Type.Array(reference(ImageProperties), {
      description: 'One per image, in the order given.',
    }),
    performedAction: Type.Enum(
      [
        'NONE',
        'NEW_TEMPLATE_CREATED',
        'TEMPLATE_UPDATED',
        'TEMPLATE_UPGRADED',
        'ENROLLMENT_FAILED',
      ],
      { type: 'string', description: 'What was done to the template.' },
    ),
    enrolledImages: Type.Integer({ description: 'Images of this call that the template keeps.' }),
    templateStatus: reference(TemplateStatusAnswer),
  },
  { $id: 'EnrollResponse' },
);

export const ErrorAnswer = Type.Object(
  {
    code: Type.Integer({ description: 'gRPC status code.', examples: [3] }),
    message: Type.String({ examples: ['images[1].image: not a decodable image'] }),
    details: Type.Array(Type.Unknown(), { description: 'Always empty.' }),
  },
  { $id: 'ErrorResponse', description: 'Why the request was not answered.' },
);

export const MessageAnswer = Type.Object(
  { Message: Type.String({ examples: ['maxtries: expected a whole number from 1 to 15'] }) },
  { $id: 'MessageResponse', description: 'Why a request about tokens was not answered.' },
);
