/** Requires one Host header. With two, a proxy and this service might each use another one. */
import type { FastifyInstance } from 'fastify';
import { InvalidArgument } from '../../../errors.ts';

/**
 * Answers 400 to several (RFC 9112, 3.2), and to one that differs from `:authority` (RFC 9113,
 * 8.3.1). Node.js does not check, and takes the first.
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
