/** Reads `application/json` within limits of caller and route: before, while and after reading. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { addressPrefix } from '../../../../access/address-prefix.ts';
import { createFairQueue } from '../../../../scheduling/fair-queue.ts';
import { createByteBudget, type HeldBytes } from '../../../uploads/byte-budget.ts';
import type { Pace } from '../../../uploads/upload-pace.ts';
import { payloadTooLarge, RequestRefused } from '../errors.ts';
import { whenOver } from '../when-over.ts';
import { decodeFiles, LARGE, parseJson } from './parse-json.ts';
import { readBody } from './read-body.ts';
import { createStructureLimit, USUAL_STRUCTURE } from './structure-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client, or the accounts, whose share the body uses. Null: unknown so far. */
    sender: string | null;
    /** Bytes that count as held until the response is sent. */
    held: HeldBytes | null;
    /** SHA-256 of the body, base64url, on routes that ask for it. */
    bodyDigest: string | null;
  }
  interface FastifyContextConfig {
    /** Most bytes of a body, if it differs from the usual limit of such callers. */
    bodyBytes?: number;
    /** Most structural characters of a body that holds as many images as fit. */
    bodyStructure?: number;
    /** Whether the handler needs the digest of the body. */
    digested?: true;
  }
}

export interface BodyLimits {
  /** Bytes of one body. */
  readonly bodyBytes: number;
  /** Bytes of a body without images, from callers that are no clients. */
  readonly smallBodyBytes: number;
  /** Bytes of all bodies being read or processed. */
  readonly bodyBytesInFlight: number;
  /** How fast a body must arrive. */
  readonly pace: Pace;
}

/** Parses `application/json` on this server. Other content types get 415. */
export function registerJsonBodies(app: FastifyInstance, limits: BodyLimits): void {
  const budget = createByteBudget(limits.bodyBytesInFlight);
  const inTurn = createTurns();
  app.decorateRequest('sender', null);
  app.decorateRequest('held', null);
  app.decorateRequest('bodyDigest', null);
  app.addHook('onRequest', async (request, reply) => {
    whenOver(reply, () => request.held?.release());
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, body: Readable) => {
    const { sender, ip, routeOptions, headers } = request;
    const { bodyBytes, bodyStructure = USUAL_STRUCTURE } = routeOptions.config;
    const limit = bodyBytes ?? (sender === null ? limits.smallBodyBytes : limits.bodyBytes);
    if (Number(headers['content-length'] ?? 0) > limit) throw payloadTooLarge(limit);
    const checkStructure = createStructureLimit(bodyStructure, limit);
    const hash = routeOptions.config.digested && createHash('sha256');
    const pieces = await readBody(body, {
      limit,
      gzip: isPacked(headers['content-encoding']),
      pace: limits.pace,
      check(chunk) {
        checkStructure(chunk);
        hash?.update(chunk);
      },
      hold(displaced) {
        request.held = budget.open(
          { client: sender ?? undefined, network: addressPrefix(ip) },
          displaced,
        );
        return request.held;
      },
    });
    request.bodyDigest = hash?.digest('base64url') ?? null;
    return inTurn(request, () => parseJson(pieces));
  });
  // Validation sees texts, as in the schemas.
  app.addHook('preHandler', async (request) => {
    const { body, routeOptions } = request;
    const schema = routeOptions.schema?.body as TSchema | undefined;
    if (schema !== undefined) await inTurn(request, () => decodeFiles(schema, body));
  });
}

/** One large body at a time becomes objects: the clients that send them take turns. */
function createTurns() {
  const turns = createFairQueue({ slots: 1, mostWaiting: Number.POSITIVE_INFINITY });
  return async <T>({ sender, ip, held }: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    if ((held?.bytes() ?? 0) <= LARGE) return work();
    const share = { client: sender ?? '', caller: addressPrefix(ip) };
    const release = await turns.take({ share });
    return work().finally(release);
  };
}

/** @throws RequestRefused any encoding but gzip */
function isPacked(encoding = 'identity'): boolean {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity') return false;
  if (name === 'gzip' || name === 'x-gzip') return true;
  throw new RequestRefused(415, 'Content-Encoding: expected gzip, or none');
}
