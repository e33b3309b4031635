/** Keeps reading a body for a while after the response, so that the caller sees it. Then cuts. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How much of a body may follow the response. */
export interface UnreadLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Milliseconds between two checks. */
const INTERVAL = 100;

/** A caller who is cut off while sending never sees the response. Keeps nothing in memory. */
export function boundUnreadBodies(app: FastifyInstance, limits: UnreadLimits): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    reply.raw.once('finish', () => {
      if (!raw.complete) cutLater(raw.socket, () => raw.complete, limits);
    });
  });
  // The framework would close the connection with the response, which may then be lost.
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!raw.complete) reply.removeHeader('connection');
  });
}

function cutLater(socket: Socket, isComplete: () => boolean, limits: UnreadLimits): void {
  const until = performance.now() + limits.milliseconds;
  const most = socket.bytesRead + limits.bytes;
  const timer = setInterval(() => {
    const over = performance.now() > until || socket.bytesRead > most;
    if (over) socket.destroy();
    if (over || socket.destroyed || isComplete()) clearInterval(timer);
  }, INTERVAL);
  timer.unref();
}
