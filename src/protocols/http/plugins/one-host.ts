/** Requires one Host header. With two, a proxy and this service might each use another one. */
import type { FastifyInstance } from 'fastify';
import { InvalidArgument } from '../../../errors.ts';

/** Answers 400 to several (RFC 9112, 3.2). Node.js does not check, and takes the first. */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders } }) => {
    const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) throw new InvalidArgument('Host: given more than once');
  });
}
