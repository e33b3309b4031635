/** Below a path of another site: addresses that are given out are made complete where they leave. */
import type { FastifyInstance } from 'fastify';
import { pathOf, placeBelow } from '../../../below-path.ts';

/** To be called before other hooks see an answer. @param publicUrl address by which browsers know the service */
export function registerPublicPath(app: FastifyInstance, publicUrl: () => string): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    const path = pathOf(publicUrl());
    if (path === '') return payload;
    const location = reply.getHeader('location');
    if (typeof location === 'string' && location.startsWith('/'))
      reply.header('location', path + location);
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    return isPage && typeof payload === 'string' ? placeBelow(payload, path) : payload;
  });
}
