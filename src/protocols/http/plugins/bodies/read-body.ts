/** Reads the body of a request: counted, scanned and timed as it arrives, not as it is declared. */
import type { Readable } from 'node:stream';
import { Cancelled, type ServiceError, toServiceError } from '../../../../errors.ts';
import type { HeldBytes } from '../../../uploads/byte-budget.ts';
import { type Pace, watchPace } from '../../../uploads/upload-pace.ts';
import { payloadTooLarge } from '../errors.ts';
import type { StructureScanner } from './structure-scanner.ts';

export interface BodyReading {
  /** Most bytes. */
  readonly limit: number;
  readonly pace: Pace;
  readonly scanner: StructureScanner;
  /** @param displaced see `ByteBudget.open` */
  hold(displaced: (error: ServiceError) => void): HeldBytes;
}

/**
 * The whole body. One that is refused is refused at once; the rest of it is left to flow, and
 * `boundUnreadBodies` says how much.
 * @throws ServiceError
 */
export function readBody(body: Readable, reading: BodyReading): Promise<Buffer> {
  const { limit, pace, scanner, hold } = reading;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
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
      held.release();
      reject(toServiceError(error));
    };
    const held = hold(refuse);
    const stopWatching = watchPace(pace, () => size, refuse);
    body.on('data', (chunk: Buffer) => {
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
    body.once('end', () => {
      if (ended) return;
      end();
      held.complete();
      resolve(Buffer.concat(chunks, size));
    });
    body.on('error', () => refuse(new Cancelled()));
    body.once('close', () => refuse(new Cancelled()));
  });
}
