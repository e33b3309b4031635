/** The face routes as the API reference describes them. */
import { Type } from 'typebox';
import { EXAMPLES } from './examples.ts';
import { EnrollBody, TagsBody, TemplateStatusQuery, VerifyBody } from './requests.ts';
import { classRoute } from './route-schema.ts';
import { EnrollAnswer, reference, TemplateStatusAnswer, VerifyAnswer } from './schemas.ts';

const Nothing = Type.Object({}, { description: 'An empty object.' });

export const FACE_ROUTES = {
  enroll: {
    ...classRoute(
      {
        operationId: 'enroll',
        summary: 'Enrol a person',
        description:
          'Adds the face of every image to the template of the class, which is created when it ' +
          'does not exist. Images without exactly one good face are skipped with one error each; ' +
          'when an image cannot be decoded nothing is enrolled. An empty list upgrades the ' +
          'template to the running encoder from its thumbnails.',
        answer: reference(EnrollAnswer),
        example: EXAMPLES.enroll,
      },
      true,
    ),
    body: EnrollBody,
  },
  verify: {
    ...classRoute(
      {
        operationId: 'verify',
        summary: 'Verify a person',
        description:
          'Compares the one face in the image with the template of the class, at the calibrated ' +
          "threshold of the client's false-match rate.",
        answer: reference(VerifyAnswer),
        example: EXAMPLES.verify,
        errors: [404],
      },
      true,
    ),
    body: VerifyBody,
  },
  templateStatus: {
    ...classRoute(
      {
        operationId: 'getTemplateStatus',
        summary: 'Status of a template',
        description: 'A class without template is answered with `available: false`.',
        answer: reference(TemplateStatusAnswer),
        example: EXAMPLES.template,
      },
      false,
    ),
    querystring: TemplateStatusQuery,
  },
  setTemplateTags: {
    ...classRoute(
      {
        operationId: 'setTemplateTags',
        summary: 'Set the tags of a template',
        description: 'Replaces the whole set: at most 64 tags of 1 to 64 printable characters.',
        answer: Nothing,
        example: {},
        errors: [404],
      },
      true,
    ),
    body: TagsBody,
  },
  deleteTemplate: classRoute(
    {
      operationId: 'deleteTemplate',
      summary: 'Delete a template',
      description: 'Erases the template, its thumbnails and tags.',
      answer: Nothing,
      example: {},
      errors: [404],
    },
    false,
  ),
} as const;
