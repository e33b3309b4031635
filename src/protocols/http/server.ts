/** The HTTP server: hooks in the order in which a request meets them, then the routes. */
import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { addAppRoutes, decorateApplications, registerAppAuthentication } from './app-routes.ts';
import { registerCommonHeaders, setCommonHeaders } from './common-headers.ts';
import { registerCors } from './cors.ts';
import { registerDocs } from './docs.ts';
import { asServiceError, noSuchAddress, sendError } from './errors.ts';
import { stringifyExact } from './exact-json.ts';
import { addFaceRoutes } from './face-routes.ts';
import { registerHealth } from './health.ts';
import { bookRefusal, decorateJobs, registerJobContext } from './job-context.ts';
import { registerJsonBodies } from './json-body.ts';
import { addLivenessRoutes } from './liveness-routes.ts';
import { withMethodNotAllowed } from './method-not-allowed.ts';
import { registerMetrics } from './metrics.ts';
import { registerPages } from './pages.ts';
import { DEFAULT_LIMITS, type HttpParts } from './parts.ts';
import { registerPeople } from './people.ts';
import { addQualityRoute } from './quality-route.ts';
import { registerRequestLog } from './request-log.ts';
import { addSearchRoutes } from './search-routes.ts';
import { addTaskRoutes, registerTaskContext } from './task-routes.ts';
import { answerUnreadable } from './unreadable-request.ts';
import { compileValidator, describeInvalid } from './validation.ts';

/** The server, not yet listening: call `listen`; `close` drains it. */
export function createHttpServer(parts: HttpParts): FastifyInstance {
  const limits = { ...DEFAULT_LIMITS, ...parts.limits };
  const app = fastify({
    ...(parts.logger === undefined ? {} : { loggerInstance: parts.logger }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'jobId' }),
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeout,
    trustProxy: [...(parts.trustedProxies ?? [])],
    routerOptions: { maxParamLength: 1000 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply, parts.version);
      sendError(reply, asServiceError(error));
    },
  });

  app.setValidatorCompiler(compileValidator);
  app.setSchemaErrorFormatter(describeInvalid);
  app.setSerializerCompiler(() => stringifyExact);
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = await bookRefusal(parts, request, thrown);
    request.failure = error;
    return sendError(reply, error);
  });
  app.setNotFoundHandler(async (_request, reply) => sendError(reply, noSuchAddress()));

  decorateJobs(app);
  decorateApplications(app);
  registerCommonHeaders(app, parts.version);
  registerRequestLog(app);
  registerMetrics(app, parts.metrics);
  registerCors(app, parts.clients);
  registerDocs(app, parts.version);
  registerPages(app, parts.version);
  registerJsonBodies(app, limits);
  app.register(async (open) => registerHealth(open, parts));
  app.register(async (counted) => {
    counted.addHook('onRequest', async ({ ip }) => parts.rates.address(ip));
    registerPeople(counted, parts);
    registerApplications(counted, parts);
  });
  return app;
}

/** What applications call, and what they hand out task tokens for. */
function registerApplications(app: FastifyInstance, parts: HttpParts): void {
  app.register(async (apps) => {
    withMethodNotAllowed(apps, (routes) => addAppRoutes(routes, parts));
    registerAppAuthentication(apps, parts);
  });
  app.register(async (tasks) => {
    withMethodNotAllowed(tasks, (routes) => addTaskRoutes(routes, parts));
    registerTaskContext(tasks, parts);
  });
  app.register(async (api) => {
    withMethodNotAllowed(api, (routes) => {
      addFaceRoutes(routes, parts);
      addSearchRoutes(routes, parts);
      addLivenessRoutes(routes, parts);
      addQualityRoute(routes, parts);
    });
    registerJobContext(api, parts);
  });
}
