/** Calls of an application with its id and secret: issues task tokens, and reads their results. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Client } from '../../../access/clients/client.ts';
import { type Query, readQuery } from '../../../contract/query.ts';
import { APPLICATION_CONTRACTS } from '../../../contract/token-api.ts';
import { Internal, InvalidArgument } from '../../../errors.ts';
import { applicationSchema } from '../operations/operation-schema.ts';
import type { ApplicationParts } from '../parts.ts';
import { narrowOrigin } from '../plugins/cors.ts';
import { asServiceError, sendMessage } from '../plugins/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set after an application has authenticated by its secret. */
    application: Client | null;
  }
}

export function decorateApplications(app: FastifyInstance): void {
  app.decorateRequest('application', null);
}

/** Checks Basic authentication first. Errors have the body `{Message}`. */
export function registerAppAuthentication(
  app: FastifyInstance,
  { authenticateApp, rates }: ApplicationParts,
): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = asServiceError(thrown);
    request.failure = error;
    return sendMessage(reply, error, 'Basic realm="Prosopon", charset="UTF-8"');
  });
  app.addHook('onRequest', async (request, reply) => {
    const attempt = authenticateApp(request.headers.authorization);
    const application = await rates.authentication(request.ip, attempt);
    request.application = application;
    narrowOrigin(request, reply, application);
    if (application.settings.sandbox) reply.header('sandbox', 'true');
    rates.client(application.id);
    if (request.headers['sandbox-outcome'])
      throw new InvalidArgument('Sandbox-Outcome: send it with the calls that use the token');
  });
}

function applicationOf({ application, routeOptions }: FastifyRequest): Client {
  if (application === null) throw new Internal(`${routeOptions.url} lacks authentication`);
  return application;
}

/** The contract describes a wrong query better than a schema does. */
const takeAsIs = () => (value: unknown) => ({ value });

export function addAppRoutes(app: FastifyInstance, parts: ApplicationParts): void {
  for (const contract of APPLICATION_CONTRACTS) {
    const { http, query, run } = contract;
    const schema = applicationSchema(contract);
    app.route({
      method: http.method,
      url: http.path,
      schema,
      validatorCompiler: takeAsIs,
      async handler(request, reply) {
        const client = applicationOf(request);
        const answer = await run(parts, client, readQuery(query, request.query as Query));
        if (answer === undefined) return reply.code(204).send();
        return typeof answer === 'string'
          ? reply.type('text/plain; charset=utf-8').send(answer)
          : answer;
      },
    });
  }
}
