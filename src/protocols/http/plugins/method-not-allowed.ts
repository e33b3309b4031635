/** Responds to known addresses with an unknown method: 405 and the allowed methods. */
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { RequestRefused } from './errors.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Wraps route registration. Every address refuses the methods it lacks. */
export function withMethodNotAllowed(
  app: FastifyInstance,
  addRoutes: (app: FastifyInstance) => void,
): void {
  const known = new Map<string, Set<string>>();
  let listening = true;
  app.addHook('onRoute', ({ url, method }) => {
    if (!listening) return;
    const methods = known.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    known.set(url, methods);
  });
  addRoutes(app);
  listening = false;
  for (const [url, methods] of known) {
    const allow = [...methods].sort().join(', ');
    app.route({
      method: METHODS.filter((name) => !methods.has(name)),
      url,
      schema: { hide: true },
      onRequest: async (_request, reply) => {
        reply.header('allow', allow);
        throw new RequestRefused(405, `This address takes ${allow}.`);
      },
      handler: async () => undefined,
    });
  }
}
