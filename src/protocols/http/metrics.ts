/** Serves `/metrics`, and counts every request when its connection is done with it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpLabels, Metrics } from '../metrics.ts';
import { elapsedMs } from './common-headers.ts';

/** Status that the books give a request whose caller went away. */
const CALLER_GONE = 408;

export function registerMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () =>
      metrics.httpRequest(labelsOf(request, reply), elapsedMs(request) / 1000),
    );
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
}

function labelsOf(request: FastifyRequest, reply: FastifyReply): HttpLabels {
  const status = reply.raw.writableFinished ? reply.raw.statusCode : CALLER_GONE;
  return { method: request.method, route: request.routeOptions.url ?? 'none', status };
}
