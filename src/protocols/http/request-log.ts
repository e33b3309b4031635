/** One log line a request: who, which job, how it ended, and why it failed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceError } from '../../errors.ts';
import { elapsedMs } from './common-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error the request was answered with. */
    failure: ServiceError | null;
  }
}

export function registerRequestLog(app: FastifyInstance): void {
  app.decorateRequest('failure', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => logRequest(request, reply));
  });
}

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { failure, job, application } = request;
  const client = job?.client ?? application;
  const line = {
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: reply.raw.writableFinished ? reply.raw.statusCode : 'caller gone',
    ms: Math.round(elapsedMs(request)),
    ...(client === null ? {} : { client: client.id }),
    ...(failure === null ? {} : { error: failure.message, detail: failure.detail }),
  };
  if (failure?.code === 'Internal') request.log.error({ ...line, err: failure.cause }, 'failed');
  else if (failure?.code === 'ResourceExhausted')
    request.log.warn({ ...line, address: request.ip }, 'refused: too many');
  else if (client === null) request.log.debug(line, 'answered');
  else request.log.info(line, 'answered');
}
