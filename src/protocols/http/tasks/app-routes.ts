/** What an application asks for with its id and secret: task tokens, and how their tasks ended. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Client } from '../../../access/client.ts';
import { TASKS, TRAITS } from '../../../access/task-claims.ts';
import { Internal, InvalidArgument, PermissionDenied } from '../../../errors.ts';
import {
  type IssueTokenRequest,
  issueToken,
  TOKEN_DEFAULTS,
} from '../../../operations/issue-token.ts';
import type { HttpParts } from '../parts.ts';
import { narrowOrigin } from '../plugins/cors.ts';
import { asServiceError, sendMessage } from '../plugins/errors.ts';
import { APP_ROUTES } from './app-route-schemas.ts';
import {
  booleanParameter,
  integerParameter,
  oneOf,
  type Query,
  textParameter,
} from './query-parameters.ts';
import { taskResultAnswer } from './task-answers.ts';
import { RESULT_ROUTE } from './task-route-schemas.ts';
import { TASK_PATH } from './task-routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when an application is authenticated by its secret. */
    application: Client | null;
  }
}

export function decorateApplications(app: FastifyInstance): void {
  app.decorateRequest('application', null);
}

/** Basic authentication before anything else; errors have the body `{Message}`. */
export function registerAppAuthentication(
  app: FastifyInstance,
  { authenticateApp, rates }: Pick<HttpParts, 'authenticateApp' | 'rates'>,
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
    rates.client(application.id);
  });
}

function applicationOf({ application, routeOptions }: FastifyRequest): Client {
  if (application === null) throw new Internal(`${routeOptions.url} lacks authentication`);
  return application;
}

/** The handler names what is wrong with a query better than a schema does. */
const takeAsIs = () => (value: unknown) => ({ value });

export function addAppRoutes(app: FastifyInstance, parts: HttpParts): void {
  const config = { schema: APP_ROUTES.token, validatorCompiler: takeAsIs };
  app.get('/token', config, async (request, reply) => {
    const client = applicationOf(request);
    const query = request.query as Query;
    const id = textParameter(query, 'id');
    if (id === undefined) throw new InvalidArgument('id: missing');
    if (id !== client.id) throw new PermissionDenied('The id is not that of this application.');
    const token = await issueToken(parts, client, tokenRequest(query));
    return reply.type('text/plain; charset=utf-8').send(token);
  });

  const result = { schema: RESULT_ROUTE, validatorCompiler: takeAsIs };
  app.get(`${TASK_PATH}/result`, result, async (request, reply) => {
    const tokenId = textParameter(request.query as Query, 'tokenid') ?? '';
    if (!TOKEN_ID.test(tokenId)) throw new InvalidArgument('tokenid: expected the id of a token');
    const found = await parts.taskTokens.result(applicationOf(request).id, tokenId);
    return found === undefined ? reply.code(204).send() : taskResultAnswer(found);
  });
}

const TOKEN_ID = /^[0-9A-Za-z-]{1,64}$/;

function tokenRequest(query: Query): IssueTokenRequest {
  const defaults = TOKEN_DEFAULTS;
  const attempts = { least: 1, most: 15, fallback: defaults.maxAttempts };
  const challenges = { least: 2, most: 7, fallback: defaults.challenges };
  return {
    bcid: textParameter(query, 'bcid'),
    task: oneOf(textParameter(query, 'task') ?? defaults.task, 'task', TASKS),
    maxAttempts: integerParameter(query, 'maxtries', attempts),
    liveDetection: booleanParameter(query, 'livedetection', defaults.liveDetection),
    challenge: booleanParameter(query, 'challenge', defaults.challenge),
    challenges: integerParameter(query, 'challenges', challenges),
    autoEnroll: booleanParameter(query, 'autoenroll', defaults.autoEnroll),
    traits: traitsParameter(query),
  };
}

function traitsParameter(query: Query): IssueTokenRequest['traits'] {
  const known = Object.keys(TRAITS) as (keyof typeof TRAITS)[];
  const names = textParameter(query, 'traits')?.split(',');
  return names?.map((name) => oneOf(name.trim(), 'traits', known)) ?? TOKEN_DEFAULTS.traits;
}
