/** Admits calls by their metadata, before reading messages: within rates, from known callers. */
import { randomUUID } from 'node:crypto';
import {
  Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  type ServerListener,
} from '@grpc/grpc-js';
import { addressPrefix } from '../../access/address-prefix.ts';
import type { Authenticator, Caller } from '../../access/authenticate.ts';
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

/** Everything needed to admit callers. */
export interface AdmissionParts extends CallLogParts, JobParts, Pick<OperationParts, 'running'> {
  /** Version of the service, for the metadata `service-version`. */
  readonly version: string;
  readonly authenticate: Authenticator;
  readonly rates: CallRates;
}

/** How messages are received. */
export interface MessageParts {
  readonly streams: CallStreams;
  readonly shapes: ReadonlyMap<string, MessageShape>;
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

/** Members of a message, including those of its images. */
const USUAL = 1000;
/** Two members an image: as many as fit, because an image with a face has 1600 bytes or more. */
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
      const network = addressPrefix(address);
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

/** A call without credentials, of which little is read. */
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
