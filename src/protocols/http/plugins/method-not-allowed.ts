/** Known addresses called with another method: 405 and the methods there are. */
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { RequestRefused } from './errors.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Wraps the adding of routes: every address they have refuses the methods they lack. */
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
