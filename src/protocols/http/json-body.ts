/** Reads JSON bodies: bounded each, bounded together, UTF-8 only. */
import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Cancelled, InvalidArgument, type ServiceError, Unavailable } from '../../errors.ts';
import { payloadTooLarge } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the body that count as held until the answer is out. */
    heldBytes: number;
  }
}

export interface BodyLimits {
  /** Bytes of one body. */
  readonly bodyBytes: number;
  /** Bytes of all bodies being read or worked on. */
  readonly bodyBytesInFlight: number;
}

/** Parses `application/json` on this server; other content types get 415. */
export function registerJsonBodies(app: FastifyInstance, limits: BodyLimits): void {
  let held = 0;
  const hold = (request: FastifyRequest, bytes: number) => {
    held += bytes;
    request.heldBytes += bytes;
  };
  app.decorateRequest('heldBytes', 0);
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => hold(request, -request.heldBytes));
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, body: Readable) => {
    const admit = (size: number, added: number): ServiceError | undefined => {
      if (size > limits.bodyBytes) return payloadTooLarge(limits.bodyBytes);
      if (held + added > limits.bodyBytesInFlight)
        return new Unavailable('Too many large requests at once; try again.', 2);
      hold(request, added);
      return undefined;
    };
    const declared = Number(request.headers['content-length'] ?? 0);
    return parseJson(await readBody(body, declared, limits.bodyBytes, admit));
  });
}

/**
 * Reads the stream to its end. A body that is refused is still taken in and thrown away, up to
 * twice the limit, because a caller who is cut off while sending never sees the answer.
 */
function readBody(
  body: Readable,
  declared: number,
  limit: number,
  admit: (size: number, added: number) => ServiceError | undefined,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let refused: ServiceError | undefined = declared > limit ? payloadTooLarge(limit) : undefined;
    if (refused !== undefined && declared > 2 * limit) return reject(refused);
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      refused ??= admit(size, chunk.length);
      if (refused === undefined) chunks.push(chunk);
      else chunks.length = 0;
      if (size > 2 * limit && refused !== undefined) reject(refused);
    });
    body.once('end', () => (refused ? reject(refused) : resolve(Buffer.concat(chunks, size))));
    body.once('error', () => reject(new Cancelled()));
    return undefined;
  });
}

/** Undefined for an empty body: the schema says whether one is needed. */
function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new InvalidArgument('body: not UTF-8');
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new InvalidArgument('body: not JSON');
  }
}
