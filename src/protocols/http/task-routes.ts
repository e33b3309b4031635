/** The task operations: samples are uploaded with a task token, then its task runs on them. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { TASKS } from '../../access/task-claims.ts';
import { runTask, TASK_OPERATIONS } from '../../operations/run-task.ts';
import { uploadSample } from '../../operations/upload-sample.ts';
import { decodeImage } from './base64.ts';
import { sendMessage } from './errors.ts';
import { bookRefusal, registerJobContext, runRequestedJob } from './job-context.ts';
import type { HttpParts } from './parts.ts';
import { failureOf } from './task-answers.ts';
import { taskRoute, UPLOAD_ROUTE } from './task-route-schemas.ts';

export const UPLOAD_PATH = '/api/v1/upload';
export const TASK_PATH = '/api/task/v1';

/** The bearer token is asked for as everywhere; the class is that of the token. */
export function registerTaskContext(app: FastifyInstance, parts: HttpParts): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = await bookRefusal(parts, request, thrown);
    request.failure = error;
    return sendMessage(reply, error, 'Bearer');
  });
  registerJobContext(app, parts);
  app.addHook('onRequest', async (request) => {
    const classId = request.job?.permit?.bcid?.classId;
    if (classId !== undefined) request.classId = classId;
  });
}

export function addTaskRoutes(app: FastifyInstance, parts: HttpParts): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>();

  api.post(
    UPLOAD_PATH,
    { schema: UPLOAD_ROUTE, config: { operation: 'upload-sample' } },
    async (request) => {
      const { image, tags, index } = request.body;
      const { accepted, warnings, errors } = await runRequestedJob(
        parts,
        request,
        async (context) =>
          uploadSample(parts, context, {
            image: decodeImage(image, 'image'),
            tags: tags ?? [],
            index: index ?? undefined,
          }),
      );
      return { accepted, warnings, ...failureOf(accepted, errors) };
    },
  );

  for (const task of TASKS)
    for (const method of ['GET', 'POST'] as const)
      api.route({
        method,
        url: `${TASK_PATH}/${task}`,
        schema: taskRoute(task, method),
        config: { operation: TASK_OPERATIONS[task], uploaded: true },
        async handler(request) {
          let triesLeft = 0;
          const { accepted = false, errors } = await runRequestedJob(parts, request, (context) => {
            const { permit, attempt } = context;
            if (permit && attempt) triesLeft = permit.maxTries - attempt.number;
            return runTask(parts, context);
          });
          return { success: accepted, ...failureOf(accepted, errors), triesLeft };
        },
      });
}
