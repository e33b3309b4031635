/** Reads `application/json` within limits of caller and route: before, while and after reading. */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { addressPrefix } from '../../../../access/address-prefix.ts';
import { createByteBudget, type HeldBytes } from '../../../uploads/byte-budget.ts';
import type { Pace } from '../../../uploads/upload-pace.ts';
import { payloadTooLarge, RequestRefused } from '../errors.ts';
import { whenOver } from '../when-over.ts';
import { type FilePlace, parseJson, putFile } from './parse-json.ts';
import { readBody } from './read-body.ts';
import { createStructureScanner, type StructureLimits } from './structure-scanner.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client, or the accounts, whose share the body uses. Null: unknown so far. */
    sender: string | null;
    /** Bytes that count as held until the response is sent. */
    held: HeldBytes | null;
    /** Places of files that were decoded before the body became text. */
    files: readonly FilePlace[] | null;
  }
  interface FastifyContextConfig {
    /** Most bytes of a body, if it differs from the usual limit of such callers. */
    bodyBytes?: number;
    /** Most values and names in a body that holds as many images as fit. */
    bodyParts?: number;
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

/** For a body of one or two images. */
const USUAL: StructureLimits = { parts: 1000, depth: 16, wordLength: 64 };

/** For a list of images, three parts each: those with a face have 1800 bytes or more. */
export const PARTS_OF_IMAGE_LIST = 65_536;

/** Parses `application/json` on this server. Other content types get 415. */
export function registerJsonBodies(app: FastifyInstance, limits: BodyLimits): void {
  const budget = createByteBudget(limits.bodyBytesInFlight);
  app.decorateRequest('sender', null);
  app.decorateRequest('held', null);
  app.decorateRequest('files', null);
  app.addHook('onRequest', async (request, reply) => {
    whenOver(reply, () => request.held?.release());
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, body: Readable) => {
    const { sender, ip, routeOptions, headers } = request;
    const { bodyBytes, bodyParts = USUAL.parts } = routeOptions.config;
    const limit = bodyBytes ?? (sender === null ? limits.smallBodyBytes : limits.bodyBytes);
    if (Number(headers['content-length'] ?? 0) > limit) throw payloadTooLarge(limit);
    const scanner = createStructureScanner({ ...USUAL, parts: bodyParts });
    const pieces = await readBody(body, {
      limit,
      gzip: isPacked(headers['content-encoding']),
      pace: limits.pace,
      scanner,
      hold(displaced) {
        request.held = budget.open(
          { client: sender ?? undefined, network: addressPrefix(ip) },
          displaced,
        );
        return request.held;
      },
    });
    const { schema } = routeOptions;
    const { value, files } = await parseJson(pieces, scanner.longStrings, schema?.body as TSchema);
    request.files = files;
    return value;
  });
  // Validation saw texts, as in the schemas.
  app.addHook('preHandler', async ({ files }) => files?.forEach(putFile));
}

/** @throws RequestRefused any encoding but gzip */
function isPacked(encoding = 'identity'): boolean {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity') return false;
  if (name === 'gzip' || name === 'x-gzip') return true;
  throw new RequestRefused(415, 'Content-Encoding: expected gzip, or none');
}
