/** Admits a call before its body is read: authentication, headers, class id, job context. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressPrefix } from '../../../access/address-prefix.ts';
import type { Caller } from '../../../access/authenticate.ts';
import { demandedOutcome } from '../../../access/clients/sandbox.ts';
import { callContract, jobOf } from '../../../contract/call.ts';
import type { Contract } from '../../../contract/contract.ts';
import { Internal } from '../../../errors.ts';
import type { Context, OperationParts } from '../../../operations/context.ts';
import { type JobResult, recordFailure } from '../../../operations/job.ts';
import { type Job, requireMayBegin } from '../../../operations/permit.ts';
import { parseClassId } from '../../class-id.ts';
import { headerText, transactionMissing } from '../../header-text.ts';
import type { CallParts } from '../parts.ts';
import { JSON_NOTATION } from './base64.ts';
import { narrowOrigin } from './cors.ts';
import { asServiceError } from './errors.ts';
import { isAnswered, whenOver } from './when-over.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set after authentication. */
    job: Context | null;
    /** True once the operation has begun: it records its own end in the bookkeeping. */
    jobBegun: boolean;
    /** Class id in the path, if it has one. */
    classId: bigint;
  }
  interface FastifyContextConfig {
    /** Contract of the route's operation. */
    contract?: Contract;
  }
}

export function decorateJobs(app: FastifyInstance): void {
  app.decorateRequest('job', null);
  app.decorateRequest('jobBegun', false);
  app.decorateRequest('classId', 0n);
}

/** The sender of a request. @throws Unauthenticated */
export type RequestAuthenticator = (
  header: string | undefined,
  request: FastifyRequest,
) => Promise<Caller>;

/** Refuses by address and headers before the body. @param classOf class of the request */
export function registerJobContext(
  api: FastifyInstance,
  {
    authenticate,
    rates,
    activeEngine,
  }: Pick<CallParts, 'rates' | 'activeEngine'> & { readonly authenticate: RequestAuthenticator },
  classOf = classOfAddress,
): void {
  api.addHook('onRequest', async (request, reply) => {
    const attempt = authenticate(request.headers.authorization, request);
    const caller = await rates.authentication(request.ip, attempt);
    narrowOrigin(request, reply, caller.client);
    if (caller.client.settings.sandbox) reply.header('sandbox', 'true');
    request.job = contextOf(request, reply, caller);
    request.sender = caller.client.id;
    rates.client(caller.client.id);
    request.job = withReference(request.job, request, reply);
    const forced = demandedOutcome(caller.client.settings, request.headers['sandbox-outcome']);
    request.job = { ...request.job, ...forced };
    if (request.routeOptions.config.contract?.transaction === 'required')
      request.job = withTransaction(request.job, request, reply);
    request.classId = classOf(request) ?? 0n;
    const job = wantedBy(request);
    if (job !== undefined) await requireMayBegin({ activeEngine }, request.job, job);
  });
}

function classOfAddress(request: FastifyRequest): bigint | undefined {
  const { classId } = request.params as { readonly classId?: string };
  return classId === undefined ? undefined : parseClassId(classId);
}

/** Runs the operation of the contract as the job of the request. */
export async function runRequestedJob(
  parts: OperationParts,
  request: FastifyRequest,
  contract: Contract,
  given: unknown,
): Promise<JobResult> {
  const context = beginJob(request);
  const { classId } = request;
  return callContract(parts, context, contract, { given, notation: JSON_NOTATION, classId });
}

/** From now on, the operation records its own end in the bookkeeping. */
export function beginJob(request: FastifyRequest): Context {
  const { job: context } = request;
  if (context === null) throw new Internal(`${request.routeOptions.url} lacks authentication`);
  request.jobBegun = true;
  return context;
}

/** The error for the response. Records a job that was refused before its operation began. */
export async function bookRefusal(
  parts: Pick<OperationParts, 'bookkeeping' | 'audit'>,
  request: FastifyRequest,
  thrown: unknown,
) {
  const error = asServiceError(thrown);
  const job = wantedBy(request);
  if (request.job === null || job === undefined || request.jobBegun) return error;
  return recordFailure(parts, request.job, job, error);
}

/** Context of a call by `caller`. Its signal fires when the caller hangs up. */
export function contextOf(request: FastifyRequest, reply: FastifyReply, caller: Caller): Context {
  const gone = new AbortController();
  whenOver(reply, () => {
    if (!isAnswered(reply)) gone.abort();
  });
  const { id: jobId, received, ip } = request;
  return { ...caller, jobId, received, network: addressPrefix(ip), signal: gone.signal };
}

function withReference(context: Context, request: FastifyRequest, reply: FastifyReply): Context {
  const given = request.headers['reference-number'];
  const referenceNumber = headerText(given, 'Reference-Number');
  if (referenceNumber === undefined) return context;
  reply.header('reference-number', given);
  return { ...context, referenceNumber };
}

function withTransaction(context: Context, request: FastifyRequest, reply: FastifyReply): Context {
  const given = request.headers['transaction-id'];
  const transactionId = headerText(given, 'Transaction-ID');
  if (transactionId === undefined) throw transactionMissing();
  reply.header('transaction-id', given);
  return { ...context, transactionId };
}

function wantedBy({ routeOptions, classId }: FastifyRequest): Job | undefined {
  const { contract } = routeOptions.config;
  return contract && jobOf(contract, classId);
}
