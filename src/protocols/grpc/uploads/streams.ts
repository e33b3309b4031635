/** The HTTP/2 streams of calls: the library delivers complete messages, and counts no bytes. */
import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { Http2Session, IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { Metadata } from '@grpc/grpc-js';
import { Internal } from '../../../errors.ts';
import { CONNECTIONS_PER_NETWORK, createOpenLimit } from '../../uploads/connections.ts';

/** Names the stream in the metadata of its call. */
const NAME = 'prosopon-stream';

const streams = new Map<string, ServerHttp2Stream>();
const sessions = new WeakSet<Http2Session>();
const limit = createOpenLimit(CONNECTIONS_PER_NETWORK);

// Node.js publishes a stream before the library sees it.
subscribe('http2.server.stream.created', (message) => {
  const { stream, headers } = message as {
    readonly stream: ServerHttp2Stream;
    readonly headers: IncomingHttpHeaders;
  };
  const name = randomUUID();
  // Replaces what a caller sends by that name.
  headers[NAME] = name;
  streams.set(name, stream);
  stream.once('close', () => streams.delete(name));
  countSession(stream.session);
});

/** A connection becomes visible here with its first call: until then it holds only a socket. */
function countSession(session: Http2Session | undefined): void {
  if (session === undefined || session.destroyed || sessions.has(session)) return;
  sessions.add(session);
  if (!limit(session, session.socket.remoteAddress)) session.destroy();
}

/** The open stream of the call that came with this metadata. @throws Internal */
export function streamOf(metadata: Metadata): ServerHttp2Stream {
  const stream = streams.get(String(metadata.get(NAME)[0]));
  if (stream === undefined) throw new Internal('the stream of a call is not known');
  return stream;
}
