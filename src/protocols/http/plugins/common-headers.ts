/** Headers of every response: job, service, elapsed time, and browser protection. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../../../config/below-path.ts';

declare module 'fastify' {
  interface FastifyRequest {
    received: Date;
    /** Time of arrival on the monotonic clock. */
    receivedAt: number;
  }
}

const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Browsers that once used TLS never return without it (RFC 6797). */
const TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

export interface CommonHeaderParts {
  /** Version of the service. */
  readonly version: string;
  /** Public address of the service. */
  readonly publicUrl: () => string;
}

export function registerCommonHeaders(app: FastifyInstance, parts: CommonHeaderParts): void {
  app.decorateRequest('received');
  app.decorateRequest('receivedAt', 0);
  app.addHook('onRequest', async (request, reply) => setCommonHeaders(request, reply, parts));
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('response-time-ms', Math.round(elapsedMs(request)));
    // Node encodes headers like a text payload. Only before bytes does the echo stay unchanged.
    return typeof payload === 'string' ? Buffer.from(payload) : payload;
  });
}

/** Below a path, the host is another site's, which sets its own policy. */
const isHostOfOurs = (publicUrl: string) =>
  publicUrl.startsWith('https:') && pathOf(publicUrl) === '';

/** Also covers requests that reach no route, such as an address that cannot be decoded. */
export function setCommonHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { version, publicUrl }: CommonHeaderParts,
): void {
  request.received = new Date();
  request.receivedAt = performance.now();
  reply.headers({
    jobid: request.id,
    'service-version': version,
    date: request.received.toUTCString(),
    'cache-control': 'no-store',
    ...SECURITY_HEADERS,
    ...(isHostOfOurs(publicUrl()) ? TRANSPORT_SECURITY : {}),
  });
}

/** Milliseconds since the arrival of the request. */
export function elapsedMs(request: FastifyRequest): number {
  return performance.now() - request.receivedAt;
}

/** Content-Disposition of a response that the browser saves as a file. */
export const attachment = (fileName: string): string => `attachment; filename="${fileName}"`;
