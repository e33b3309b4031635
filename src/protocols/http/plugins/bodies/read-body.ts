/** Reads the body of a request. Counts, checks and times the arriving, not the declared bytes. */
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  Cancelled,
  InvalidArgument,
  type ServiceError,
  toServiceError,
} from '../../../../errors.ts';
import type { HeldBytes } from '../../../uploads/byte-budget.ts';
import { type Pace, watchPace } from '../../../uploads/upload-pace.ts';
import { payloadTooLarge } from '../errors.ts';

export interface BodyReading {
  /** Most bytes, after unpacking. */
  readonly limit: number;
  /** Whether the body is packed. Counting and checking apply to the unpacked bytes. */
  readonly gzip: boolean;
  readonly pace: Pace;
  /** Called with each unpacked chunk. @throws ServiceError */
  check(chunk: Buffer): void;
  /** @param displaced see `ByteBudget.open` */
  hold(displaced: (error: ServiceError) => void): HeldBytes;
}

/** A zip bomb is stopped within this many bytes beyond the limit. */
const UNPACKED_AT_ONCE = 64 * 1024;

/**
 * The pieces of the whole body. Rejects at once, and lets the rest of the body flow.
 * @throws ServiceError
 */
export function readBody(body: Readable, reading: BodyReading): Promise<readonly Buffer[]> {
  const { limit, gzip, pace, check, hold } = reading;
  return new Promise((resolve, reject) => {
    const content = gzip ? body.pipe(createGunzip({ chunkSize: UNPACKED_AT_ONCE })) : body;
    const chunks: Buffer[] = [];
    let arrived = 0;
    let size = 0;
    let ended = false;
    const end = () => {
      ended = true;
      stopWatching();
    };
    const refuse = (error: unknown) => {
      if (ended) return;
      end();
      chunks.length = 0;
      if (content !== body) {
        content.destroy();
        body.resume();
      }
      held.release();
      reject(toServiceError(error));
    };
    const held = hold(refuse);
    const stopWatching = watchPace(pace, () => arrived, refuse);
    body.on('data', (chunk: Buffer) => {
      arrived += chunk.length;
      // Packed bytes may unpack to nothing, for as long as they arrive.
      if (gzip && arrived > limit + UNPACKED_AT_ONCE) refuse(payloadTooLarge(limit));
    });
    body.once('end', stopWatching);
    content.on('data', (chunk: Buffer) => {
      if (ended) return;
      try {
        size += chunk.length;
        if (size > limit) throw payloadTooLarge(limit);
        held.add(chunk.length);
        check(chunk);
        chunks.push(chunk);
      } catch (error) {
        refuse(error);
      }
    });
    content.once('end', () => {
      if (ended) return;
      end();
      // More bytes may follow the packed content, which nobody asked for.
      body.resume();
      held.complete();
      resolve(chunks);
    });
    if (gzip) content.on('error', () => refuse(new InvalidArgument('body: not gzip')));
    body.on('error', () => refuse(new Cancelled()));
    body.once('close', () => {
      if (!body.readableEnded) refuse(new Cancelled());
    });
    // The caller left during admission, so none of the events above will come.
    if (body.destroyed) refuse(new Cancelled());
  });
}
