/** The HTTP server: hooks in the order of a request, then the routes. */

import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { pathOf, withoutPath } from '../../config/below-path.ts';
import { CONTRACTS } from '../../contract/all.ts';
import { ownSessionContract, SESSION_CONTRACTS } from '../../contract/liveness-session.ts';
import { TASK_CONTRACTS } from '../../contract/task.ts';
import { stringifyAnswer } from '../../contract/wire.ts';
import { registerExtensionRoutes } from '../extensions/register-routes.ts';
import { createOpenLimit } from '../uploads/connections.ts';
import { addOperationRoutes } from './operations/operation-routes.ts';
import { registerPages } from './pages/pages.ts';
import { registerPeople } from './pages/people.ts';
import { DEFAULT_LIMITS, type HttpParts } from './parts.ts';
import { registerJsonBodies } from './plugins/bodies/json-bodies.ts';
import { boundUnreadBodies } from './plugins/bodies/unread-bodies.ts';
import { registerCommonHeaders, setCommonHeaders } from './plugins/common-headers.ts';
import { registerCors } from './plugins/cors.ts';
import { asServiceError, LONGEST_PARAMETER, sendError } from './plugins/errors.ts';
import { registerHealth } from './plugins/health.ts';
import { bookRefusal, decorateJobs, registerJobContext } from './plugins/job-context.ts';
import { endConnectionsWhenClosing } from './plugins/last-answers.ts';
import { withMethodNotAllowed } from './plugins/method-not-allowed.ts';
import { LOCAL_METRICS, registerMetrics } from './plugins/metrics.ts';
import { answerNotFound } from './plugins/not-found.ts';
import { requireOneHost } from './plugins/one-host.ts';
import { registerPublicPath } from './plugins/public-path.ts';
import { readQueryNames } from './plugins/query-names.ts';
import { registerReference } from './plugins/reference.ts';
import { registerRequestLog } from './plugins/request-log.ts';
import { registerTracing } from './plugins/tracing.ts';
import { answerUnreadable } from './plugins/unreadable-request.ts';
import { compileValidator, describeInvalid } from './plugins/validation.ts';
import {
  addAppRoutes,
  decorateApplications,
  registerAppAuthentication,
} from './tasks/app-routes.ts';
import { registerTaskContext } from './tasks/task-context.ts';

/** The server, not yet listening. Call `listen`; `close` drains it. */
export function createHttpServer(parts: HttpParts): FastifyInstance {
  const limits = { ...DEFAULT_LIMITS, ...parts.limits };
  const { version, accounts } = parts;
  const headers = { version, publicUrl: accounts.publicUrl };
  const app = fastify({
    ...(parts.logger === undefined ? {} : { loggerInstance: parts.logger }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'jobId' }),
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeout,
    trustProxy: [...(parts.trustedProxies ?? [])],
    rewriteUrl: ({ url = '/' }) => withoutPath(url, pathOf(accounts.publicUrl())),
    routerOptions: { maxParamLength: LONGEST_PARAMETER, ignoreTrailingSlash: true },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnreadable(limits.requestTimeout),
    // The types of the framework distinguish the servers, which behave alike.
    ...({ https: parts.tls ?? null } as object),
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply, headers);
      sendError(reply, asServiceError(error));
    },
  });

  const proxied = (parts.trustedProxies ?? []).length > 0;
  const limit = createOpenLimit(proxied ? Number.POSITIVE_INFINITY : limits.connectionsPerNetwork);
  app.server.on('connection', (socket) => {
    if (!limit(socket, socket.remoteAddress)) socket.destroy();
  });

  app.setValidatorCompiler(compileValidator);
  app.setSchemaErrorFormatter(describeInvalid);
  app.setSerializerCompiler(() => stringifyAnswer);
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = await bookRefusal(parts, request, thrown);
    request.failure = error;
    return sendError(reply, error);
  });
  decorateJobs(app);
  decorateApplications(app);
  registerPublicPath(app, accounts.publicUrl);
  registerCommonHeaders(app, headers);
  registerRequestLog(app, parts.refusals);
  registerTracing(app);
  requireOneHost(app);
  registerMetrics(app, parts.metrics, parts.metricsAccess ?? LOCAL_METRICS);
  registerCors(app, parts.clients);
  registerReference(app, version, accounts);
  registerPages(app, {
    version,
    publicUrl: accounts.publicUrl,
    operator: accounts.operator,
    passkeys: accounts.passkeyUse,
    mailSignIn: accounts.mailSignIn,
    adminLogin: accounts.providerLogin?.host,
    playground: parts.playground !== undefined,
  });
  endConnectionsWhenClosing(app);
  boundUnreadBodies(app, limits.unread);
  answerNotFound(app);
  registerJsonBodies(app, limits);
  app.register(async (open) => registerHealth(open, parts));
  app.register(async (counted) => {
    counted.addHook('onRequest', async ({ ip }) => parts.rates.address(ip));
    registerPeople(counted, parts);
    counted.register(async (applications) => registerApplications(applications, parts));
  });
  return app;
}

/** Routes for applications, and for the holders of their task tokens. */
function registerApplications(app: FastifyInstance, parts: HttpParts): void {
  readQueryNames(app);
  app.register(async (apps) => {
    withMethodNotAllowed(apps, (routes) => addAppRoutes(routes, parts));
    registerAppAuthentication(apps, parts);
  });
  app.register(async (tasks) => {
    withMethodNotAllowed(tasks, (routes) =>
      addOperationRoutes(routes, parts, [...TASK_CONTRACTS, ownSessionContract]),
    );
    registerTaskContext(tasks, parts);
  });
  app.register(async (api) => {
    withMethodNotAllowed(api, (routes) =>
      addOperationRoutes(routes, parts, [...CONTRACTS, ...SESSION_CONTRACTS]),
    );
    registerJobContext(api, parts);
  });
  for (const routes of parts.extensionRoutes ?? [])
    app.register(async (extension) => registerExtensionRoutes(extension, parts, routes));
}
