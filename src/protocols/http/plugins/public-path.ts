/** Below a path of another site, completes addresses when they leave the service. */
import type { FastifyInstance } from 'fastify';
import { moveBelow, pathOf } from '../../../config/below-path.ts';

/** Call before other hooks see a response. @param publicUrl public address of the service */
export function registerPublicPath(app: FastifyInstance, publicUrl: () => string): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    const path = pathOf(publicUrl());
    if (path === '') return payload;
    const location = reply.getHeader('location');
    if (typeof location === 'string' && location.startsWith('/'))
      reply.header('location', path + location);
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    return isPage && typeof payload === 'string' ? moveBelow(payload, path) : payload;
  });
}
