/** Addresses at which there is nothing: 404, whatever is sent to them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFoundPage } from '../pages/pages.ts';
import { noSuchAddress, sendError } from './errors.ts';

/** Answers before the body is read: a mistake in the address is not reported as one in the body. */
export function answerNotFound(app: FastifyInstance): void {
  const showPage = notFoundPage();
  const answer = (request: FastifyRequest, reply: FastifyReply) =>
    showPage(request, reply) ?? sendError(reply, noSuchAddress());
  // After the plugins before it: browsers of listed origins may read this answer, too.
  app.after(() => {
    app.addHook('onRequest', async (request, reply) => {
      if (request.is404) return answer(request, reply);
    });
  });
  // For what a route finds missing: a file of the pages.
  app.setNotFoundHandler(async (request, reply) => answer(request, reply));
}
