/** Ends the connections of a closing service, which would otherwise keep it open. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { whenOver } from './when-over.ts';

/**
 * Responses that begin after the closing announce the end of the connection (RFC 9112, 9.6),
 * including those that the OAuth provider writes itself. Connections without a running request end
 * at once; otherwise the server would wait for half a request, for a connection that a browser
 * opened in advance, or for a handshake.
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
  };
  app.server.on('connection', follow);
  // Replaces the connection below it.
  app.server.on('secureConnection', follow);
  // A listener, because a hook would run after hooks that wait.
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
