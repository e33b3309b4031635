/** What the calls of our own pages have to be: from these pages only, and of limited size. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PermissionDenied } from '../../errors.ts';
import { payloadTooLarge, RequestRefused } from './errors.ts';

/** A browser asks before it sends this header to another origin, and no origin is allowed it. */
export const CSRF_HEADER = 'x-csrf';

/** @param publicUrl address by which browsers know the service */
export function requireSameOrigin(app: FastifyInstance, publicUrl: () => string): void {
  app.addHook('onRequest', async (request) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    const reading = request.method === 'GET' || request.method === 'HEAD';
    if (!reading && request.headers[CSRF_HEADER] !== '1')
      throw new PermissionDenied(`Missing header ${CSRF_HEADER}: 1.`);
    const foreignSite =
      site !== undefined && site !== 'same-origin' && !(reading && site === 'none');
    const foreignOrigin = origin !== undefined && !isOwnOrigin(origin, request, publicUrl());
    if (foreignSite || foreignOrigin)
      throw new PermissionDenied('Only the pages of this service may call this.', origin);
  });
}

/** Bytes of a body: eight camera images as base64. */
const LARGEST_BODY = 16 * 1024 * 1024;

/** Nobody has shown who they are when a body is read here, so it is kept small. */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    if (coding !== undefined)
      throw new RequestRefused(411, 'Content-Length: this header is missing');
    if (Number(length ?? 0) > LARGEST_BODY) throw payloadTooLarge(LARGEST_BODY);
  });
}

function isOwnOrigin(origin: string, { headers }: FastifyRequest, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === headers.host;
}
