/** Reads the body of a request: counted, scanned and timed as it arrives, not as it is declared. */
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
import type { StructureScanner } from './structure-scanner.ts';

export interface BodyReading {
  /** Most bytes, of a packed body when it is unpacked. */
  readonly limit: number;
  /** The body is packed: what is counted and scanned is what comes out of it. */
  readonly gzip: boolean;
  readonly pace: Pace;
  readonly scanner: Pick<StructureScanner, 'write'>;
  /** @param displaced see `ByteBudget.open` */
  hold(displaced: (error: ServiceError) => void): HeldBytes;
}

/** Bytes: a bomb is stopped no later than this beyond the limit. */
const UNPACKED_AT_ONCE = 64 * 1024;

/**
 * The pieces of the whole body. A refused one is refused at once, the rest flows.
 * @throws ServiceError
 */
export function readBody(body: Readable, reading: BodyReading): Promise<readonly Buffer[]> {
  const { limit, gzip, pace, scanner, hold } = reading;
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
    });
    body.once('end', stopWatching);
    content.on('data', (chunk: Buffer) => {
      if (ended) return;
      try {
        size += chunk.length;
        if (size > limit) throw payloadTooLarge(limit);
        held.add(chunk.length);
        scanner.write(chunk);
        chunks.push(chunk);
      } catch (error) {
        refuse(error);
      }
    });
    content.once('end', () => {
      if (ended) return;
      end();
      // Behind the packed content there may be more, which nobody asked for.
      body.resume();
      held.complete();
      resolve(chunks);
    });
    if (gzip) content.on('error', () => refuse(new InvalidArgument('body: not gzip')));
    body.on('error', () => refuse(new Cancelled()));
    body.once('close', () => {
      if (!body.readableEnded) refuse(new Cancelled());
    });
    // Gone while it was decided whether they may call: nothing of the above happens any more.
    if (body.destroyed) refuse(new Cancelled());
  });
}
