/** Answers gRPC calls that arrive at the HTTP/2 server of another port. */
import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { type Server, ServerCredentials } from '@grpc/grpc-js';
import { Internal } from '../../errors.ts';

/** Takes over a stream with gRPC content type once its headers have arrived. */
export type TakeStream = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

/**
 * The library accepts whole connections, but no single streams, and browsers send gRPC next to
 * other requests on one connection. A connection injector is an HTTP/2 server that does not listen.
 * It receives the streams.
 * @throws Internal a later version of the library keeps it elsewhere
 */
export function foreignStreams(server: Server): TakeStream {
  server.createConnectionInjector(ServerCredentials.createInsecure());
  const { http2Servers } = server as unknown as { http2Servers?: Map<EventEmitter, unknown> };
  const taker = [...(http2Servers?.keys() ?? [])].at(-1);
  if (!taker?.listenerCount('stream')) throw new Internal('the gRPC library hides its server');
  return (stream, headers) => void taker.emit('stream', stream, headers);
}
