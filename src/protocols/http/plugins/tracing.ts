/** One span per request, from its first byte to the end of the response. */
import type { FastifyInstance } from 'fastify';
import { type CallSpan, markFailed, startCallSpan } from '../../../tracing/spans.ts';
import { isAnswered, whenOver } from './when-over.ts';

declare module 'fastify' {
  interface FastifyRequest {
    callSpan: CallSpan | undefined;
  }
}

export function registerTracing(app: FastifyInstance): void {
  app.decorateRequest('callSpan', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    // The route, because the path itself would name people.
    const route = request.routeOptions.url ?? 'none';
    const call = startCallSpan(`${request.method} ${route}`, request.headers, {
      'http.request.method': request.method,
      'http.route': route,
      'prosopon.job.id': String(request.id),
    });
    request.callSpan = call;
    whenOver(reply, () => {
      const { statusCode } = reply.raw;
      const answered = isAnswered(reply);
      if (answered) call.span.setAttribute('http.response.status_code', statusCode);
      if (!answered || statusCode >= 500)
        markFailed(call.span, request.failure?.code ?? 'CallerGone');
      call.span.end();
    });
    call.run(done);
  });
  // Reading the body runs in the context of the connection, not of the request.
  app.addHook('preValidation', (request, _reply, done) =>
    request.callSpan === undefined ? done() : request.callSpan.run(done),
  );
}
