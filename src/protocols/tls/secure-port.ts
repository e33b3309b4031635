/** HTTP/1.1, HTTP/2 and gRPC on one TLS port, told apart by ALPN and content type. */
import type { RequestListener, Server } from 'node:http';
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type Http2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { CallLog } from '../call-line.ts';
import type { TakeStream } from '../grpc/foreign-streams.ts';
import { CALLS_PER_CONNECTION, IDLE_CONNECTION } from '../limits.ts';
import { readTlsFiles, type TlsFiles } from './tls-files.ts';

export interface SecurePort {
  /** A server that does not listen yet. @param requestTimeout milliseconds for plain requests */
  createServer(handler: RequestListener, requestTimeout: number): Server;
  /** Reads the files again. New connections use them once they are valid. */
  reload(): Promise<void>;
}

/** Not gRPC-Web, which the gRPC server does not support. */
const GRPC = /^application\/grpc(\+|;|$)/i;

/** Megabytes of a connection, including responses that wait to be read. */
const SESSION_MEMORY = 128;
/** Milliseconds for the handshake, and until an HTTP/1.1 connection without requests is closed. */
const [HANDSHAKE, IDLE_HTTP1] = [20_000, 72_000];

/** @throws ConfigError with the file that cannot be read or used */
export async function openSecurePort(
  files: TlsFiles,
  takeCall: TakeStream,
  log: CallLog,
): Promise<SecurePort> {
  const servers: Http2SecureServer[] = [];
  let identity = await readTlsFiles(files);
  let problem = '';
  return {
    createServer(handler, requestTimeout) {
      const server = createSecureServer({
        ...identity,
        allowHTTP1: true,
        handshakeTimeout: HANDSHAKE,
        maxSessionMemory: SESSION_MEMORY,
        // With larger windows, Node 24 does not notice that a sending caller has gone.
        settings: { maxConcurrentStreams: CALLS_PER_CONNECTION },
      });
      // HTTP/1.1 options, which work here although the types lack them.
      Object.assign(server, { requestTimeout, keepAliveTimeout: IDLE_HTTP1 });
      // A TLS socket that was asked once still knows its address after closing.
      server.on('secureConnection', (socket) => socket.remoteAddress);
      server.on('session', (session) => {
        session.setTimeout(IDLE_CONNECTION, () => session.close());
      });
      server.on('request', handler as unknown as () => void);
      divideStreams(server, takeCall, requestTimeout);
      servers.push(server);
      return server as unknown as Server;
    },
    async reload() {
      try {
        const found = await readTlsFiles(files);
        problem = '';
        if (found.cert.equals(identity.cert) && found.key.equals(identity.key)) return;
        identity = found;
        for (const server of servers) server.setSecureContext(found);
        log.info({ file: files.certFile }, 'the TLS certificate was changed');
      } catch (error) {
        // Files being replaced may not match. The next reload will tell.
        const { message } = error as Error;
        if (message !== problem)
          log.warn({ problem: message }, 'the TLS certificate stays as it was');
        problem = message;
      }
    },
  };
}

/** Inserts itself between the server and the listener that turns all streams into requests. */
function divideStreams(server: Http2SecureServer, takeCall: TakeStream, requestTimeout: number) {
  const addresses = new WeakMap<Http2Session, string>();
  server.on('session', (session) => addresses.set(session, session.socket.remoteAddress ?? ''));
  const [toRequest] = server.listeners('stream');
  server.removeAllListeners('stream');
  server.on('stream', (stream, headers: IncomingHttpHeaders, ...more: unknown[]) => {
    if (GRPC.test(headers['content-type'] ?? '')) return takeCall(stream, headers);
    // A request without connection asks its stream for the caller's address.
    const remoteAddress = (stream.session && addresses.get(stream.session)) ?? '';
    Object.assign(stream, { remoteAddress });
    boundArrival(stream, requestTimeout);
    toRequest?.call(server, stream, headers, ...more);
  });
}

/** The server does this by itself for HTTP/1.1. */
function boundArrival(stream: ServerHttp2Stream, milliseconds: number): void {
  if (stream.endAfterHeaders) return;
  const timer = setTimeout(
    () => stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM),
    milliseconds,
  ).unref();
  const stop = () => clearTimeout(timer);
  stream.once('end', stop).once('close', stop);
}
