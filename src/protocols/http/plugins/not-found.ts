/** Unknown addresses: 404, whatever is sent to them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFoundPage } from '../pages/pages.ts';
import { noSuchAddress, sendError } from './errors.ts';

/** Responds before reading the body, so that a wrong address is not reported as a wrong body. */
export function answerNotFound(app: FastifyInstance): void {
  const showPage = notFoundPage();
  const answer = (request: FastifyRequest, reply: FastifyReply) =>
    showPage(request, reply) ?? sendError(reply, noSuchAddress());
  // After earlier plugins, so that browsers of listed origins may read this response, too.
  app.after(() => {
    app.addHook('onRequest', async (request, reply) => {
      if (request.is404) return answer(request, reply);
    });
  });
  // For files of the pages that a route does not find.
  app.setNotFoundHandler(async (request, reply) => answer(request, reply));
}
