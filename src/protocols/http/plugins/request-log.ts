/** One log line per request: caller, job, outcome, and reason for a failure. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceError } from '../../../errors.ts';
import { logEndedCall } from '../../call-line.ts';
import type { RefusalRate } from '../../refusal-rate.ts';
import { elapsedMs } from './common-headers.ts';
import { isAnswered, whenOver } from './when-over.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error of the response. */
    failure: ServiceError | null;
    /** Codes of a sign-in that was rejected. */
    refused: readonly string[];
  }
}

export function registerRequestLog(app: FastifyInstance, rate: RefusalRate): void {
  app.decorateRequest('failure', null);
  app.decorateRequest('refused');
  app.addHook('onRequest', async (request, reply) => {
    request.refused = [];
    whenOver(reply, () => logRequest(request, reply, rate));
  });
}

function logRequest(request: FastifyRequest, reply: FastifyReply, rate: RefusalRate): void {
  const { failure, job, application, refused, ip } = request;
  const line = {
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: isAnswered(reply) ? reply.raw.statusCode : 'caller gone',
    ms: Math.round(elapsedMs(request)),
  };
  const client = (job?.client ?? application)?.id;
  const error = failure ?? undefined;
  logEndedCall(request.log, rate, line, { address: ip, client, error, refused });
}
