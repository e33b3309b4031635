/** Serves the routes of an extension: authentication, bookkeeping, errors and documentation. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/authenticate.ts';
import { newClassId } from '../../access/new-class-id.ts';
import { jobOf } from '../../contract/call.ts';
import { stringifyAnswer } from '../../contract/wire.ts';
import {
  type ErrorCode,
  InvalidArgument,
  PermissionDenied,
  ServiceError,
  shortened,
  Unauthenticated,
} from '../../errors.ts';
import type { Routes, Service } from '../../extensions.ts';
import { workOf } from '../../operations/context.ts';
import { runJob } from '../../operations/job.ts';
import type { ExtensionParts } from '../http/parts.ts';
import { JSON_NOTATION } from '../http/plugins/base64.ts';
import { IMAGE_LIST_STRUCTURE } from '../http/plugins/bodies/structure-limit.ts';
import { asServiceError, RequestRefused, sendBody } from '../http/plugins/errors.ts';
import { beginJob, bookRefusal, registerJobContext } from '../http/plugins/job-context.ts';
import { withMethodNotAllowed } from '../http/plugins/method-not-allowed.ts';
import { createLater } from './later.ts';
import { CONTRACTS_BY_NAME, operationsFor } from './operations.ts';

export function registerExtensionRoutes(
  app: FastifyInstance,
  parts: ExtensionParts,
  routes: Routes,
): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = await bookRefusal(parts, request, withShortMessage(asServiceError(thrown)));
    request.failure = error;
    const { status = error.httpStatus, body } = routes.answerTo(error);
    if (status === error.httpStatus) return sendBody(reply, error, 'Bearer', body);
    return reply.code(status).type('application/json; charset=utf-8').send(body);
  });
  app.setReplySerializer((payload) => stringifyAnswer(payload));
  const authenticate = (header: string | undefined, request: FastifyRequest) =>
    callerOf(parts, routes, header, request);
  registerJobContext(app, { ...parts, authenticate }, routes.classOf);
  app.addHook('onRequest', async ({ job }) => {
    if (job?.outcome !== undefined)
      throw new InvalidArgument('Sandbox-Outcome: extensions have no forced outcomes');
  });
  const service = serviceFor(app, parts);
  withMethodNotAllowed(app, (open) => {
    open.addHook('onRoute', (route) => {
      const { operation, ...config } = route.config ?? {};
      if (operation === undefined) return;
      // Transactions are a matter of the extension.
      const { transaction: _, ...contract } = CONTRACTS_BY_NAME[operation];
      const structure = contract.imageList && { bodyStructure: IMAGE_LIST_STRUCTURE };
      route.config = { ...structure, ...config, operation, contract };
    });
    routes.add(open, service);
  });
}

const BEARER = /^Bearer(?= )/i;
/** No JWT, whose parts are joined by dots. */
const WITH_SECRET = /^Bearer +[^.]+$/i;

/** @throws Unauthenticated; PermissionDenied */
async function callerOf(
  { authenticate, authenticateApp, clients }: ExtensionParts,
  { takesSecret = false, trustedClient, admit }: Routes,
  header: string | undefined,
  request: FastifyRequest,
): Promise<Caller> {
  const trusted = header === undefined ? trustedClient?.(request) : undefined;
  if (trusted !== undefined) {
    const client = await clients.find(trusted);
    if (client === undefined) throw new Unauthenticated(`there is no client ${trusted}`);
    return { client };
  }
  const caller =
    takesSecret && header !== undefined && WITH_SECRET.test(header)
      ? { client: await authenticateApp(header.replace(BEARER, 'Basic')) }
      : await authenticate(header);
  admit?.(request, caller.scopes ?? []);
  if (caller.permit !== undefined)
    throw new PermissionDenied('A task token permits no call of an extension.');
  return caller;
}

function serviceFor(app: FastifyInstance, parts: ExtensionParts): Service {
  return {
    later: createLater(app, parts),
    newClassId,
    bytes: JSON_NOTATION.bytes,
    refusal: (of, message) =>
      typeof of === 'number'
        ? new RequestRefused(of, shortened(message))
        : new ServiceError(of as ErrorCode, shortened(message)),
    setTransaction(request, transactionId) {
      if (request.job !== null) request.job = { ...request.job, transactionId };
    },
    work: ({ job }) => (job === null ? {} : workOf(job)),
    operations: (request) => operationsFor(parts, beginJob(request)),
    job(request, { operation, classId = 0n, signal }, run) {
      const begun = beginJob(request);
      const context = signal === undefined ? begun : { ...begun, signal };
      const job = jobOf(CONTRACTS_BY_NAME[operation], classId);
      return runJob(parts, context, job, (admitted) =>
        run(operationsFor(parts, admitted), {
          id: admitted.client.id,
          requiresConsent: admitted.client.settings.requireConsent,
        }),
      );
    },
  };
}

/** Texts of extensions may repeat what strangers wrote. */
const withShortMessage = (error: ServiceError): ServiceError =>
  Object.assign(error, { message: shortened(error.message) });
