/** Template status: whether there is a template, since when, and its contents. */
import { type Static, Type } from 'typebox';
import { type TemplateStatus, templateStatus } from '../operations/face/template-status.ts';
import { contract } from './contract.ts';
import { ClassId, orNull, png, timestamp } from './members.ts';

export type TemplateStatusAnswer = Static<typeof TemplateStatusAnswer>;
export const TemplateStatusAnswer = Type.Object(
  {
    classId: ClassId,
    available: Type.Boolean({
      description: 'Whether a template exists; if not, the rest is empty.',
    }),
    enrolled: timestamp<Date | ''>('Time of the first enrolment; empty without template.'),
    tags: Type.Array(Type.String(), { examples: [['staff', 'building-7']] }),
    encoderVersion: Type.Integer({ description: 'Version of the encoder that made the template.' }),
    featureVectors: Type.Integer({ description: 'Number of feature vectors.' }),
    thumbnailsStored: Type.Integer({ description: 'Number of stored thumbnails.' }),
    thumbnails: Type.Array(
      Type.Object({
        enrolled: timestamp('When the sample was enrolled.'),
        image: png('PNG as base64.'),
      }),
      { description: 'Stored thumbnails; empty unless they were asked for.' },
    ),
    consent: orNull(
      Type.Object({
        reference: Type.String({ examples: ['consent-2026-0117'] }),
        recorded: timestamp('When it was recorded.'),
      }),
      { description: 'The consent given with an enrolment; null: none was.' },
    ),
  },
  { $id: 'FaceTemplateStatus', description: 'Status of a face template.' },
);

export const EXAMPLE_TEMPLATE = {
  classId: 1001,
  available: true,
  enrolled: '2026-01-31T09:30:00.000Z',
  tags: ['staff'],
  encoderVersion: 1,
  featureVectors: 2,
  thumbnailsStored: 2,
  thumbnails: [],
  consent: { reference: 'consent-2026-0117', recorded: '2026-01-31T09:30:00.000Z' },
};

/** The status for callers. */
export function templateStatusAnswer(template: TemplateStatus): TemplateStatusAnswer {
  return {
    classId: template.classId,
    available: template.available,
    enrolled: template.enrolled ?? '',
    tags: [...template.tags],
    encoderVersion: template.encoderVersion,
    featureVectors: template.featureVectors,
    thumbnailsStored: template.thumbnailsStored,
    thumbnails: template.thumbnails.map(({ enrolled, png: image }) => ({ enrolled, image })),
    consent: template.consent ?? null,
  };
}

export const templateStatusContract = contract({
  operation: 'template-status',
  token: { free: true },
  http: {
    method: 'GET',
    path: '/api/face/v1/template/status/:classId',
    id: 'getTemplateStatus',
  },
  rpc: 'FaceRecognition/GetTemplateStatus',
  tag: 'Face',
  summary: 'Status of a template',
  description: 'A class without template is answered with `available: false`.',
  request: Type.Object({
    downloadThumbnails: Type.Optional(
      Type.Boolean({ default: false, description: 'True: return the stored thumbnails.' }),
    ),
  }),
  response: TemplateStatusAnswer,
  example: EXAMPLE_TEMPLATE,
  run: (parts, context, { downloadThumbnails = false }, classId) =>
    templateStatus(parts, context, { classId, downloadThumbnails }),
  answer: ({ template }) => templateStatusAnswer(template),
});
