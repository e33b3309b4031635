/** One Host header a request: with two, a proxy and this service might each go by another one. */
import type { FastifyInstance } from 'fastify';
import { InvalidArgument } from '../../../errors.ts';

/**
 * Answers 400 to more than one (RFC 9112, 3.2), and to one that is not `:authority` (RFC 9113, 8.3.1);
 * Node.js does so to none, but takes the first of two.
 */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders } }) => {
    const valuesOf = (wanted: string) =>
      rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === wanted);
    const hosts = valuesOf('host');
    const names = new Set([...hosts, ...valuesOf(':authority')].map((host) => host.toLowerCase()));
    if (hosts.length > 1 || names.size > 1) throw new InvalidArgument('Host: given more than once');
  });
}
