/** The last answers of a service that is being closed, whose connections would keep it open. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { whenOver } from './when-over.ts';

/**
 * Answers that begin from then on say that the connection ends with them (RFC 9112, 9.6), those of
 * the OAuth provider too, which it writes by itself. Connections between two requests are closed by
 * the server, as are those of HTTP/2; one on which nothing was ever sent, as browsers open them in
 * advance, it would wait for.
 */
export function endConnectionsWhenClosing(app: FastifyInstance): void {
  const running = new Set<ServerResponse>();
  const connections = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('onRequest', async (_, reply) => {
    const { raw } = reply;
    if (isClosing) raw.shouldKeepAlive = false;
    running.add(raw);
    whenOver(reply, () => running.delete(raw));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const raw of running) raw.shouldKeepAlive = false;
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  });
}
