/** Lets calls in by their metadata, before messages are read: not too many, known callers. */
import { randomUUID } from 'node:crypto';
import {
  Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  type ServerListener,
} from '@grpc/grpc-js';
import type { Authenticator, Caller } from '../../access/authenticate.ts';
import { networkOf } from '../../access/network.ts';
import { jobOf } from '../../contract/call.ts';
import { type ServiceError, toServiceError, Unauthenticated } from '../../errors.ts';
import type { Context, OperationParts } from '../../operations/context.ts';
import { type JobParts, recordFailure } from '../../operations/job.ts';
import { requireMayBegin } from '../../operations/permit.ts';
import type { CallRates } from '../call-rates.ts';
import type { ByteBudget } from '../uploads/byte-budget.ts';
import type { Pace } from '../uploads/upload-pace.ts';
import { type CallLogParts, logCall } from './call-log.ts';
import { OPEN_SERVICES } from './definitions.ts';
import { contractAt, methodName } from './methods.ts';
import { withReferences } from './references.ts';
import { statusOf } from './status.ts';
import { createMessageScanner } from './uploads/message-scanner.ts';
import type { MessageShape } from './uploads/message-shape.ts';
import type { CallStreams } from './uploads/streams.ts';
import { boundStream, watchUpload } from './uploads/watch-upload.ts';

/** What callers are let in by. */
export interface AdmissionParts extends CallLogParts, JobParts, Pick<OperationParts, 'running'> {
  /** Version of the service, for the metadata `service-version`. */
  readonly version: string;
  readonly authenticate: Authenticator;
  readonly rates: CallRates;
}

/** How messages are taken in. */
export interface MessageParts {
  readonly streams: CallStreams;
  readonly shapes: ReadonlyMap<string, MessageShape>;
  readonly budget: ByteBudget;
  readonly pace: Pace;
  /** Bytes of one message. */
  readonly limit: number;
}

/** A call as it is known from when it arrives. */
export type Arrival = ReturnType<typeof arrivalAt>;

export interface AdmittedCall extends Arrival {
  readonly context: Context;
}

/** Members of a message, those of its images included. */
const USUAL = 1000;
/** Two each: as many images as fit, for none with a face is below 1600 bytes. */
const IMAGE_LIST = 65_536;

export type Callers = ReturnType<typeof createCallers>;

export function createCallers(parts: AdmissionParts, messages: MessageParts) {
  const admitted = new WeakMap<Metadata, AdmittedCall>();

  const interceptor: ServerInterceptor = ({ path }, inner) => {
    if (OPEN_SERVICES.test(path)) return boundedCall(inner, messages);
    const address = inner.getConnectionInfo().remoteAddress ?? '';
    const arrival = arrivalAt(parts.version, address);
    const gone = new AbortController();
    let client: string | undefined;
    const refuse = (error: ServiceError) => {
      logCall(parts, { ...arrival, path, ...(client === undefined ? {} : { client }), error });
      call.sendStatus(statusOf(error, arrival.trailer()));
    };
    const admit = async (metadata: Metadata) => {
      const caller = await callerOf(parts, address, metadata);
      client = caller.client.id;
      const contract = contractAt(path);
      const job = jobOf(contract);
      const { jobId, received, header } = arrival;
      const network = networkOf(address);
      let context: Context = { ...caller, jobId, received, network, signal: gone.signal };
      try {
        parts.rates.client(client);
        context = withReferences(context, metadata, header, contract.transaction);
        await requireMayBegin(parts, context, job);
      } catch (error) {
        throw await recordFailure(parts, context, job, error);
      }
      admitted.set(metadata, { ...arrival, context });
      const { streams, shapes, budget, pace, limit } = messages;
      const mostMembers = contract.imageList ? IMAGE_LIST : USUAL;
      watchUpload(streams.of(metadata), {
        limit,
        pace,
        scanner: createMessageScanner(shapes.get(methodName(path)) ?? new Map(), mostMembers),
        hold: (displaced) => budget.open({ client, network }, displaced),
        refuse(error) {
          refuse(error);
          void recordFailure(parts, context, job, error);
        },
      });
    };
    const listener: ServerListener = {
      onReceiveMetadata(metadata, next) {
        admit(metadata).then(
          () => next(metadata),
          (thrown: unknown) => {
            boundStream(messages.streams.of(metadata));
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
    /** The call of this metadata. @throws Unauthenticated it did not pass the interceptor */
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

/** A call without credentials: little is taken in of it. */
function boundedCall(inner: ServerInterceptingCallInterface, { streams }: MessageParts) {
  return new ServerInterceptingCall(inner, {
    start: (next) =>
      next({
        onReceiveMetadata(metadata, next) {
          boundStream(streams.of(metadata));
          next(metadata);
        },
      }),
  });
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
    /** Where the caller is. */
    address,
    received: new Date(),
    /** Milliseconds since then. */
    elapsed,
    /** What the answer begins with. */
    header,
    /** What the answer ends with: the header, the time it took, and more. */
    trailer(more: Readonly<Record<string, string>> = {}) {
      const metadata = header.clone();
      metadata.set('response-time-ms', String(elapsed()));
      for (const [name, value] of Object.entries(more)) metadata.set(name, value);
      return metadata;
    },
  };
}
