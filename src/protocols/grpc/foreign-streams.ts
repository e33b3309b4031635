/** Calls that come by the HTTP/2 server of another port, answered as those of the gRPC port. */
import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { type Server, ServerCredentials } from '@grpc/grpc-js';
import { Internal } from '../../errors.ts';

/** Takes over a stream whose headers have arrived and whose content type is that of gRPC. */
export type TakeStream = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

/**
 * The library takes whole connections from others, but no single streams, which is what a browser's
 * connection has beside other requests. A connection injector is an HTTP/2 server that does not
 * listen; streams are handed to that.
 * @throws Internal a later version of the library keeps it elsewhere
 */
export function foreignStreams(server: Server): TakeStream {
  server.createConnectionInjector(ServerCredentials.createInsecure());
  const { http2Servers } = server as unknown as { http2Servers?: Map<EventEmitter, unknown> };
  const taker = [...(http2Servers?.keys() ?? [])].at(-1);
  if (!taker?.listenerCount('stream')) throw new Internal('the gRPC library hides its server');
  return (stream, headers) => void taker.emit('stream', stream, headers);
}
