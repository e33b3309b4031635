/** Authenticates every call by its metadata, before its message is read. */
import {
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServerListener,
} from '@grpc/grpc-js';
import type { Authenticator, Caller } from '../../access/authenticate.ts';
import { toServiceError, Unauthenticated } from '../../errors.ts';
import { statusOf } from './status.ts';

/** Services that tell nothing about anybody: probes and reflection. */
const OPEN = /^\/grpc\.(health|reflection)\./;

/** Who makes a call, by the metadata object it came with. */
export interface Callers {
  readonly interceptor: ServerInterceptor;
  /** @throws Unauthenticated the call did not pass the interceptor */
  callerOf(metadata: Metadata): Caller;
}

export function createCallers(authenticate: Authenticator): Callers {
  const callers = new WeakMap<Metadata, Caller>();

  const admit = async (metadata: Metadata) => {
    const header = metadata.get('authorization')[0];
    callers.set(metadata, await authenticate(header === undefined ? undefined : String(header)));
  };

  const interceptor: ServerInterceptor = (method, inner) => {
    if (OPEN.test(method.path)) return new ServerInterceptingCall(inner);
    const listener: ServerListener = {
      onReceiveMetadata(metadata, next) {
        admit(metadata).then(
          () => next(metadata),
          (error: unknown) => call.sendStatus(statusOf(toServiceError(error))),
        );
      },
    };
    const call = new ServerInterceptingCall(inner, { start: (next) => next(listener) });
    return call;
  };

  return {
    interceptor,
    callerOf(metadata) {
      const caller = callers.get(metadata);
      if (caller === undefined) throw new Unauthenticated('the call was not authenticated');
      return caller;
    },
  };
}
