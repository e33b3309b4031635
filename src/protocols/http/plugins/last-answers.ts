/** The last answers of a service that is being closed, whose connections would keep it open. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { whenOver } from './when-over.ts';

/**
 * Answers that begin from then on say that the connection ends with them (RFC 9112, 9.6), those of
 * the OAuth provider too, which it writes by itself. Connections without a running request end at
 * once: the server would wait for half a request, for one on a connection that a browser opened in
 * advance, and for the end of a handshake. Those of HTTP/2 it ends by itself.
 */
export function endConnectionsWhenClosing(app: FastifyInstance): void {
  const running = new Set<ServerResponse>();
  const connections = new Map<string, Socket>();
  let isClosing = false;
  const follow = (socket: Socket) => {
    const caller = `${socket.remoteAddress} ${socket.remotePort}`;
    connections.set(caller, socket);
    socket.once('close', () => {
      if (connections.get(caller) === socket) connections.delete(caller);
    });
    return caller;
  };
  app.server.on('connection', follow);
  // In place of the connection below it.
  app.server.on('secureConnection', (socket: TLSSocket) => {
    const caller = follow(socket);
    if (socket.alpnProtocol === 'h2') connections.delete(caller);
  });
  // No hook, as it would come after those that wait for something.
  app.server.prependListener('request', (_: IncomingMessage, raw: ServerResponse) => {
    if (isClosing) raw.shouldKeepAlive = false;
    running.add(raw);
    whenOver({ raw }, () => running.delete(raw));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const raw of running) raw.shouldKeepAlive = false;
    const answering = new Set([...running].map(({ socket }) => socket));
    for (const socket of connections.values()) if (!answering.has(socket)) socket.destroy();
  });
}
