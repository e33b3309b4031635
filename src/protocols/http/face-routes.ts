/** The routes below `/api/face/v1`: enrol, verify, template status, tags, delete. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { deleteTemplate } from '../../operations/delete-template.ts';
import { enroll } from '../../operations/enroll.ts';
import { setTemplateTags } from '../../operations/set-template-tags.ts';
import { templateStatus } from '../../operations/template-status.ts';
import { verify } from '../../operations/verify.ts';
import { enrollAnswer, templateStatusAnswer, verifyAnswer } from './answers.ts';
import { decodeImage } from './base64.ts';
import { FACE_ROUTES } from './face-route-schemas.ts';
import { runRequestedJob } from './job-context.ts';
import type { HttpParts } from './parts.ts';
import { validateEnrollBody } from './requests.ts';
import { compileValidator } from './validation.ts';

const compileEnrollValidator: FastifySchemaCompiler<TSchema> = (route) =>
  route.httpPart === 'body' ? validateEnrollBody : compileValidator(route);

export function addFaceRoutes(app: FastifyInstance, parts: HttpParts): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>();

  api.post(
    '/api/face/v1/enroll/:classId',
    {
      schema: FACE_ROUTES.enroll,
      config: { operation: 'enroll' },
      validatorCompiler: compileEnrollValidator,
    },
    async (request) => {
      const { body, classId } = request;
      const result = await runRequestedJob(parts, request, async (context) => {
        const given = Array.isArray(body) ? body : body.images;
        const images = given.map(({ image }, i) => decodeImage(image, `images[${i}].image`));
        const consent = Array.isArray(body) ? undefined : (body.consent ?? undefined);
        return enroll(parts, context, {
          classId,
          images,
          ...(consent === undefined ? {} : { consent }),
        });
      });
      return enrollAnswer(result);
    },
  );

  api.post(
    '/api/face/v1/verify/:classId',
    { schema: FACE_ROUTES.verify, config: { operation: 'verify' } },
    async (request) => {
      const { body, classId } = request;
      const result = await runRequestedJob(parts, request, async (context) => {
        const image = decodeImage(body.image, 'image');
        return verify(parts, context, { classId, image });
      });
      return verifyAnswer(result);
    },
  );

  api.get(
    '/api/face/v1/template/status/:classId',
    { schema: FACE_ROUTES.templateStatus, config: { operation: 'template-status' } },
    async (request) => {
      const { classId, query } = request;
      const downloadThumbnails = query.downloadThumbnails ?? false;
      const result = await runRequestedJob(parts, request, (context) =>
        templateStatus(parts, context, { classId, downloadThumbnails }),
      );
      return templateStatusAnswer(result.template);
    },
  );

  api.put(
    '/api/face/v1/template/:classId/tags',
    { schema: FACE_ROUTES.setTemplateTags, config: { operation: 'set-template-tags' } },
    async (request) => {
      const { body: tags, classId } = request;
      await runRequestedJob(parts, request, (context) =>
        setTemplateTags(parts, context, { classId, tags }),
      );
      return {};
    },
  );

  api.delete(
    '/api/face/v1/template/:classId',
    { schema: FACE_ROUTES.deleteTemplate, config: { operation: 'delete-template' } },
    async (request) => {
      const { classId } = request;
      await runRequestedJob(parts, request, (context) =>
        deleteTemplate(parts, context, { classId }),
      );
      return {};
    },
  );
}
