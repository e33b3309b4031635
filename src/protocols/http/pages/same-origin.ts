/** Accepts calls of our own pages only from these pages. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PermissionDenied } from '../../../errors.ts';

/** A browser asks before it sends this header to another origin, and no origin is allowed to. */
const CSRF_HEADER = 'x-csrf';

/** Every change has it, and what a page reads for its user. */
export const hasCsrfHeader = ({ headers }: FastifyRequest): boolean => headers[CSRF_HEADER] === '1';

/** @param publicUrl public address of the service */
export function requireSameOrigin(app: FastifyInstance, publicUrl: () => string): void {
  app.addHook('onRequest', async (request) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    const reading = request.method === 'GET' || request.method === 'HEAD';
    if (!reading && !hasCsrfHeader(request))
      throw new PermissionDenied(`Missing header ${CSRF_HEADER}: 1.`);
    const foreignSite =
      site !== undefined && site !== 'same-origin' && !(reading && site === 'none');
    const foreignOrigin = origin !== undefined && !isOwnOrigin(origin, request, publicUrl());
    if (foreignSite || foreignOrigin)
      throw new PermissionDenied('Only the pages of this service may call this.', origin);
  });
}

function isOwnOrigin(origin: string, { headers }: FastifyRequest, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === headers.host;
}
