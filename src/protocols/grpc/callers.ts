/** Admits calls by their metadata, before reading messages: within rates, from known callers. */
import { randomUUID } from 'node:crypto';
import type { ServerHttp2Stream } from 'node:http2';
import {
  Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  type ServerListener,
} from '@grpc/grpc-js';
import { addressPrefix } from '../../access/address-prefix.ts';
import type { Authenticator, Caller } from '../../access/authenticate.ts';
import { demandedOutcome } from '../../access/clients/sandbox.ts';
import { jobOf } from '../../contract/call.ts';
import {
  ResourceExhausted,
  type ServiceError,
  toServiceError,
  Unauthenticated,
} from '../../errors.ts';
import type { Context, OperationParts } from '../../operations/context.ts';
import { type JobParts, recordFailure } from '../../operations/job.ts';
import { requireMayBegin } from '../../operations/permit.ts';
import type { CallRates } from '../call-rates.ts';
import type { ByteBudget } from '../uploads/byte-budget.ts';
import { createOpenLimit } from '../uploads/connections.ts';
import type { Pace } from '../uploads/upload-pace.ts';
import { type CallLogParts, logCall } from './call-log.ts';
import { OPEN_SERVICES } from './definitions.ts';
import { contractAt } from './methods.ts';
import { withReferences } from './references.ts';
import { statusOf } from './status.ts';
import { streamOf } from './uploads/streams.ts';
import { boundOpenCall, boundStream, watchUpload } from './uploads/watch-upload.ts';

/** Everything needed to admit callers. */
export interface AdmissionParts
  extends CallLogParts,
    JobParts,
    Pick<OperationParts, 'activeEngine'> {
  /** Version of the service, for the metadata `service-version`. */
  readonly version: string;
  readonly authenticate: Authenticator;
  readonly rates: CallRates;
}

/** How messages are received. */
export interface MessageParts {
  readonly budget: ByteBudget;
  readonly pace: Pace;
  /** Bytes of one message. */
  readonly limit: number;
}

/** Everything known about a call on its arrival. */
export type Arrival = ReturnType<typeof arrivalAt>;

export interface AdmittedCall extends Arrival {
  readonly context: Context;
}

/** Messages of a call without credentials: the questions that a client asks by reflection. */
const MOST_OPEN_MESSAGES = 64;
/** Calls without credentials that an address may have open: those that watch health. */
const MOST_OPEN_CALLS = 100;

export type Callers = ReturnType<typeof createCallers>;

export function createCallers(parts: AdmissionParts, messages: MessageParts) {
  const admitted = new WeakMap<Metadata, AdmittedCall>();
  const openCall = createOpenCalls();

  const interceptor: ServerInterceptor = ({ path }, inner) => {
    if (OPEN_SERVICES.test(path)) return openCall(inner);
    const address = inner.getConnectionInfo().remoteAddress ?? '';
    const arrival = arrivalAt(parts.version, address);
    const gone = new AbortController();
    let client: string | undefined;
    const refuse = (error: ServiceError) => {
      logCall(parts, { ...arrival, path, ...(client === undefined ? {} : { client }), error });
      call.sendStatus(statusOf(error, arrival.trailer()));
    };
    const admit = async (metadata: Metadata, stream: ServerHttp2Stream) => {
      const caller = await callerOf(parts, address, metadata);
      client = caller.client.id;
      const contract = contractAt(path);
      const job = jobOf(contract);
      const { jobId, received, header } = arrival;
      const { settings } = caller.client;
      if (settings.sandbox) header.set('sandbox', 'true');
      const network = addressPrefix(address);
      let context: Context = { ...caller, jobId, received, network, signal: gone.signal };
      try {
        parts.rates.client(client);
        context = withReferences(context, metadata, header, contract.transaction);
        const forced = demandedOutcome(settings, metadata.get('sandbox-outcome')[0]);
        context = { ...context, ...forced };
        await requireMayBegin(parts, context, job);
      } catch (error) {
        throw await recordFailure(parts, context, job, error);
      }
      admitted.set(metadata, { ...arrival, context });
      const { budget, pace, limit } = messages;
      watchUpload(stream, {
        limit,
        pace,
        hold: (displaced) => budget.open({ client, network }, displaced),
        refuse(error) {
          refuse(error);
          void recordFailure(parts, context, job, error);
        },
      });
    };
    const listener: ServerListener = {
      onReceiveMetadata(metadata, next) {
        const stream = streamOf(metadata);
        admit(metadata, stream).then(
          () => next(metadata),
          (thrown: unknown) => {
            boundStream(stream);
            refuse(toServiceError(thrown));
          },
        );
      },
      onCancel: () => gone.abort(),
    };
    const call = new ServerInterceptingCall(inner, { start: (next) => next(listener) });
    return call;
  };

  return {
    interceptor,
    /** The admitted call with this metadata. @throws Unauthenticated the interceptor let none in */
    admitted(metadata: Metadata) {
      const call = admitted.get(metadata);
      if (call === undefined) throw new Unauthenticated('the call was not authenticated');
      return call;
    },
  };
}

async function callerOf(
  { authenticate, rates }: AdmissionParts,
  address: string,
  metadata: Metadata,
): Promise<Caller> {
  rates.address(address);
  const [given] = metadata.get('authorization');
  const attempt = authenticate(given === undefined ? undefined : String(given));
  return rates.authentication(address, attempt);
}

const tooManyOpen = () =>
  new ResourceExhausted(
    `${MOST_OPEN_CALLS} calls without credentials are open from your address; end one`,
    1,
  );

/** Calls without credentials: little is read, and few are open at a time. */
function createOpenCalls() {
  const limit = createOpenLimit(MOST_OPEN_CALLS);
  return (inner: ServerInterceptingCallInterface) => {
    const refuse = (error: ServiceError) => inner.sendStatus(statusOf(error));
    return new ServerInterceptingCall(inner, {
      start: (next) =>
        next({
          onReceiveMetadata(metadata, next) {
            const stream = streamOf(metadata);
            boundOpenCall(stream, MOST_OPEN_MESSAGES, refuse);
            if (limit(stream, inner.getConnectionInfo().remoteAddress)) next(metadata);
            else refuse(tooManyOpen());
          },
        }),
    });
  };
}

function arrivalAt(version: string, address: string) {
  const started = performance.now();
  const jobId = randomUUID();
  const header = new Metadata();
  header.set('jobid', jobId);
  header.set('service-version', version);
  const elapsed = () => Math.round(performance.now() - started);
  return {
    jobId,
    /** Address of the caller. */
    address,
    received: new Date(),
    /** Milliseconds since the arrival. */
    elapsed,
    /** Metadata at the start of the response. */
    header,
    /** Metadata at the end of the response: the header, the elapsed time, and more. */
    trailer(more: Readonly<Record<string, string>> = {}) {
      const metadata = header.clone();
      metadata.set('response-time-ms', String(elapsed()));
      for (const [name, value] of Object.entries(more)) metadata.set(name, value);
      return metadata;
    },
  };
}
