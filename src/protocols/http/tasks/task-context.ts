/** Admits callers with a task token. Refusals have a bare message as body. */
import type { FastifyInstance } from 'fastify';
import type { CallParts } from '../parts.ts';
import { sendMessage } from '../plugins/errors.ts';
import { bookRefusal, registerJobContext } from '../plugins/job-context.ts';

/** The class is that of the token. */
export function registerTaskContext(app: FastifyInstance, parts: CallParts): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = await bookRefusal(parts, request, thrown);
    request.failure = error;
    return sendMessage(reply, error, 'Bearer');
  });
  registerJobContext(app, parts, ({ job }) => job?.permit?.bcid?.classId);
}
