/** Headers of every answer: the job, the service, the time it took, and what protects browsers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../../../below-path.ts';

declare module 'fastify' {
  interface FastifyRequest {
    received: Date;
    /** The same on the monotonic clock. */
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

/** Browsers that reached the service by TLS once never come without again (RFC 6797). */
const TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

export interface CommonHeaderParts {
  /** Version of the service. */
  readonly version: string;
  /** Address by which browsers reach the service. */
  readonly publicUrl: () => string;
}

export function registerCommonHeaders(app: FastifyInstance, parts: CommonHeaderParts): void {
  app.decorateRequest('received');
  app.decorateRequest('receivedAt', 0);
  app.addHook('onRequest', async (request, reply) => setCommonHeaders(request, reply, parts));
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('response-time-ms', Math.round(elapsedMs(request)));
    // Node encodes the headers like a text payload; only before bytes they keep theirs (the echo).
    return typeof payload === 'string' ? Buffer.from(payload) : payload;
  });
}

/** Below a path the host is another site's, which says so for itself. */
const isHostOfOurs = (publicUrl: string) =>
  publicUrl.startsWith('https:') && pathOf(publicUrl) === '';

/** For answers to requests that reach no route, too: an address that cannot be decoded. */
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

/** Milliseconds since the request was received. */
export function elapsedMs(request: FastifyRequest): number {
  return performance.now() - request.receivedAt;
}

/** Content-Disposition of an answer that the browser keeps as a file. */
export const attachment = (fileName: string): string => `attachment; filename="${fileName}"`;
