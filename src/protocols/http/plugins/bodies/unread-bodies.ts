/** What is sent after the answer is out: taken in for a while, so the answer is seen, then cut. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How much of a body flows past after the answer. */
export interface UnreadLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Milliseconds between two checks. */
const INTERVAL = 100;

/** A caller who is cut off while sending never sees the answer; nothing of it is kept in memory. */
export function boundUnreadBodies(app: FastifyInstance, limits: UnreadLimits): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    reply.raw.once('finish', () => {
      if (!raw.complete) cutLater(raw.socket, () => raw.complete, limits);
    });
  });
  // The framework would close the connection with the answer, which may then be lost.
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
