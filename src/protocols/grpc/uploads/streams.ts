/** The HTTP/2 stream of a call, which the library does not expose. */
import type { Http2Session, ServerHttp2Stream } from 'node:http2';
import { type Metadata, ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';
import { Internal } from '../../../errors.ts';
import { CONNECTIONS_PER_NETWORK, createOpenLimit } from '../../uploads/connections.ts';

export interface CallStreams {
  /** Must come first of all interceptors, next to the wire. */
  readonly interceptor: ServerInterceptor;
  /** The stream of the call that came with this metadata object. @throws Internal */
  of(metadata: Metadata): ServerHttp2Stream;
}

/**
 * The library delivers complete messages, and has no public way to count the bytes of incomplete
 * ones. If a later version keeps the stream elsewhere, every call fails.
 */
export function createCallStreams(): CallStreams {
  const streams = new WeakMap<Metadata, ServerHttp2Stream>();
  const sessions = new WeakSet<Http2Session>();
  const limit = createOpenLimit(CONNECTIONS_PER_NETWORK);
  // A connection becomes visible here with its first call. Until then it holds nothing but a
  // socket.
  const countSession = (session: Http2Session | undefined) => {
    if (session === undefined || session.destroyed || sessions.has(session)) return;
    sessions.add(session);
    if (!limit(session, session.socket.remoteAddress)) session.destroy();
  };
  return {
    interceptor: (_method, inner) =>
      new ServerInterceptingCall(inner, {
        start: (next) =>
          next({
            onReceiveMetadata(metadata, next) {
              const { stream } = inner as unknown as { readonly stream?: ServerHttp2Stream };
              if (stream !== undefined) {
                streams.set(metadata, stream);
                countSession(stream.session);
              }
              next(metadata);
            },
          }),
      }),
    of(metadata) {
      const stream = streams.get(metadata);
      if (stream === undefined) throw new Internal('the gRPC library hides its streams');
      return stream;
    },
  };
}
