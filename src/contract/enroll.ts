/** Enrolment: adds the faces of the images to the template of the class. */
import { type Static, Type } from 'typebox';
import { enroll } from '../operations/face/enroll.ts';
import { CONSENT } from '../templates/check-change.ts';
import { contract } from './contract.ts';
import {
  DOCUMENTS,
  EXAMPLE_IMAGE,
  envelope,
  envelopeOf,
  ImageList,
  ImageText,
  imageProperties,
  maybe,
  reference,
  SecurityObject,
} from './members.ts';
import { EXAMPLE_TEMPLATE, TemplateStatusAnswer, templateStatusAnswer } from './template-status.ts';

const EnrollImage = Type.Object({
  image: ImageText,
  tags: maybe(Type.Array(Type.String()), {
    description: 'Accepted for compatibility; enrolment does not use it.',
  }),
});

const EnrollImages = Type.Object({
  images: Type.Array(EnrollImage),
  securityObject: maybe(SecurityObject),
  consent: maybe(Type.String(), {
    description:
      `Reference to the consent of the person: ${CONSENT.text}. It is stored in the ` +
      'template and replaces an earlier one; with no images it is recorded all the same. ' +
      'With a task token, only a first enrolment takes one.',
    examples: ['consent-2026-0117'],
  }),
});

export type EnrollAnswer = Static<typeof EnrollAnswer>;
export const EnrollAnswer = Type.Object(
  {
    ...envelope,
    imageProperties: ImageList,
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

export const enrollContract = contract({
  operation: 'enroll',
  token: { attemptOf: 'enroll' },
  http: {
    method: 'POST',
    path: '/api/face/v1/enroll/:classId',
    id: 'enroll',
    list: {
      body: Type.Union([Type.Array(EnrollImage), EnrollImages], {
        description:
          'The images, as a bare array or as `{images: […]}`. None: upgrade the template.',
        examples: [[{ image: '/9j/4AAQSkZJRgABAQAAAQABAAD…' }]],
      }),
      member: 'images',
      only: false,
    },
  },
  rpc: 'FaceRecognition/Enroll',
  imageList: true,
  tag: 'Face',
  summary: 'Enrol a person',
  description:
    'Adds the face of every image to the template of the class, which is created when it ' +
    `does not exist. An image may be ${DOCUMENTS}. ` +
    'Images without exactly one good face are skipped with one error each; ' +
    'when an image cannot be decoded nothing is enrolled. An empty list upgrades the ' +
    'template to the running encoder from its thumbnails.',
  request: EnrollImages,
  response: EnrollAnswer,
  example: {
    status: 'SUCCEEDED',
    errors: [
      {
        errorCode: 'FaceNotFound',
        message: 'images[1].image: No suitable face was found in the image.',
      },
    ],
    imageProperties: [EXAMPLE_IMAGE, { ...EXAMPLE_IMAGE, faces: [] }],
    performedAction: 'TEMPLATE_UPDATED',
    enrolledImages: 1,
    templateStatus: EXAMPLE_TEMPLATE,
  },
  run: (parts, context, { images, securityObject, consent }, classId) =>
    enroll(parts, context, {
      classId,
      images: images.map(({ image }) => image),
      securityObject,
      ...(consent === undefined ? {} : { consent }),
    }),
  answer: (result) => ({
    ...envelopeOf(result),
    imageProperties: result.images.map((image) => imageProperties(image)),
    performedAction: result.performedAction,
    enrolledImages: result.enrolledImages,
    templateStatus: templateStatusAnswer(result.template),
  }),
});
