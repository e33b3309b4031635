/** The task operations: samples are uploaded with a task token, then its task runs on them. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { TASKS } from '../../../access/task-claims.ts';
import { directionsOf } from '../../../contract/liveness.ts';
import { readRequest } from '../../../contract/requests.ts';
import { runTask, TASK_OPERATIONS } from '../../../operations/run-task.ts';
import { tellChallenge } from '../../../operations/tell-challenge.ts';
import { uploadSample } from '../../../operations/upload-sample.ts';
import type { HttpParts } from '../parts.ts';
import { JSON_NOTATION } from '../plugins/base64.ts';
import { sendMessage } from '../plugins/errors.ts';
import { bookRefusal, registerJobContext, runRequestedJob } from '../plugins/job-context.ts';
import { failureOf } from './task-answers.ts';
import { CHALLENGE_ROUTE, taskRoute, UPLOAD_ROUTE } from './task-route-schemas.ts';
import { UploadBody } from './task-schemas.ts';

export const UPLOAD_PATH = '/api/v1/upload';
export const TASK_PATH = '/api/task/v1';

/** The bearer token is asked for as everywhere; the class is that of the token. */
export function registerTaskContext(app: FastifyInstance, parts: HttpParts): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = await bookRefusal(parts, request, thrown);
    request.failure = error;
    return sendMessage(reply, error, 'Bearer');
  });
  registerJobContext(app, parts, ({ job }) => job?.permit?.bcid?.classId);
}

export function addTaskRoutes(app: FastifyInstance, parts: HttpParts): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>();

  api.post(
    UPLOAD_PATH,
    { schema: UPLOAD_ROUTE, config: { operation: 'upload-sample' } },
    async (request) => {
      const { accepted, warnings, errors } = await runRequestedJob(
        parts,
        request,
        async (context) => {
          const sample = readRequest(UploadBody, request.body, JSON_NOTATION);
          return uploadSample(parts, context, { ...sample, tags: directionsOf(sample.tags ?? []) });
        },
      );
      return { accepted, warnings, ...failureOf(accepted, errors) };
    },
  );

  api.post(
    `${TASK_PATH}/challenge`,
    { schema: CHALLENGE_ROUTE, config: { operation: 'tell-challenge' } },
    async (request) => {
      const told = await runRequestedJob(parts, request, tellChallenge);
      const { challenge, number, triesLeft, until } = told;
      return { challenge, try: number, triesLeft, until: until.toISOString() };
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
            const { permit, answered, attempt } = context;
            const number = attempt?.number ?? answered?.attempt;
            if (permit && number) triesLeft = permit.maxAttempts - number;
            return runTask(parts, context);
          });
          return { success: accepted, ...failureOf(accepted, errors), triesLeft };
        },
      });
}
