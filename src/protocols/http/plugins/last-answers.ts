/** The last answers of a service that is being closed, whose connections would keep it open. */
import type { FastifyInstance } from 'fastify';

/** Answers from then on say that the connection ends with them (RFC 9112, 9.6). */
export function endConnectionsWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  // Connections without a request are closed by the server, as are those of HTTP/2.
  app.addHook('onSend', async ({ raw }, reply) => {
    if (isClosing && raw.httpVersionMajor === 1) reply.header('connection', 'close');
  });
}
