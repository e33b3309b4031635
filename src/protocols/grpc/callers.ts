/** Lets calls in by their metadata, before their messages are read: not too many, and known callers. */
import { randomUUID } from 'node:crypto';
import {
  Metadata,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServerListener,
} from '@grpc/grpc-js';
import type { Authenticator, Caller } from '../../access/authenticate.ts';
import { toServiceError, Unauthenticated } from '../../errors.ts';
import type { CallRates } from '../call-rates.ts';
import { type CallLog, logCall } from './call-log.ts';
import { OPEN_SERVICES } from './definitions.ts';
import { statusOf } from './status.ts';

/** What callers are let in by. */
export interface AdmissionParts {
  /** Version of the service, for the metadata `service-version`. */
  readonly version: string;
  readonly authenticate: Authenticator;
  readonly rates: CallRates;
  readonly logger?: CallLog;
}

/** A call as it is known from when it arrives. */
export interface Arrival {
  readonly jobId: string;
  readonly received: Date;
  /** Milliseconds since then. */
  elapsed(): number;
  /** What the answer begins with. */
  readonly header: Metadata;
  /** What the answer ends with: the header, the time it took, and more. */
  trailer(more?: Readonly<Record<string, string>>): Metadata;
}

export interface AdmittedCall extends Arrival {
  readonly caller: Caller;
}

export interface Callers {
  readonly interceptor: ServerInterceptor;
  /**
   * The call that came with this metadata object.
   * @throws Unauthenticated it did not pass the interceptor
   */
  admitted(metadata: Metadata): AdmittedCall;
}

/** @param parts read at each call */
export function createCallers(parts: () => AdmissionParts): Callers {
  const admitted = new WeakMap<Metadata, AdmittedCall>();

  const interceptor: ServerInterceptor = (method, inner) => {
    if (OPEN_SERVICES.test(method.path)) return new ServerInterceptingCall(inner);
    const { version, authenticate, rates, logger } = parts();
    const address = inner.getConnectionInfo().remoteAddress ?? '';
    const arrival = arrivalAt(version);
    const admit = async (metadata: Metadata) => {
      rates.address(address);
      const [given] = metadata.get('authorization');
      const attempt = authenticate(given === undefined ? undefined : String(given));
      const caller = await rates.authentication(address, attempt);
      admitted.set(metadata, { ...arrival, caller });
    };
    const listener: ServerListener = {
      onReceiveMetadata(metadata, next) {
        admit(metadata).then(
          () => next(metadata),
          (thrown: unknown) => {
            const error = toServiceError(thrown);
            logCall(logger, { ...arrival, path: method.path, address, error });
            call.sendStatus(statusOf(error, arrival.trailer()));
          },
        );
      },
    };
    const call = new ServerInterceptingCall(inner, { start: (next) => next(listener) });
    return call;
  };

  return {
    interceptor,
    admitted(metadata) {
      const call = admitted.get(metadata);
      if (call === undefined) throw new Unauthenticated('the call was not authenticated');
      return call;
    },
  };
}

function arrivalAt(version: string): Arrival {
  const started = performance.now();
  const jobId = randomUUID();
  const header = new Metadata();
  header.set('jobid', jobId);
  header.set('service-version', version);
  const elapsed = () => Math.round(performance.now() - started);
  return {
    jobId,
    received: new Date(),
    elapsed,
    header,
    trailer(more = {}) {
      const metadata = header.clone();
      metadata.set('response-time-ms', String(elapsed()));
      for (const [name, value] of Object.entries(more)) metadata.set(name, value);
      return metadata;
    },
  };
}
