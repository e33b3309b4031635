/** Watches a call's message on arrival: its bytes, structure, and pace. */
import { constants, type ServerHttp2Stream } from 'node:http2';
import { type ServiceError, toServiceError } from '../../../errors.ts';
import type { HeldBytes } from '../../uploads/byte-budget.ts';
import { type Pace, watchPace } from '../../uploads/upload-pace.ts';
import type { MessageScanner } from './message-scanner.ts';

export interface Upload {
  /** Most bytes of the stream. */
  readonly limit: number;
  readonly pace: Pace;
  readonly scanner: MessageScanner;
  /** @param displaced see `ByteBudget.open` */
  hold(displaced: (error: ServiceError) => void): HeldBytes;
  /** Must end the call at once. Everything that arrives afterwards is dropped. */
  refuse(error: ServiceError): void;
}

/** Bytes accepted from a call that is over, and from one of an unknown caller. */
const MOST_UNREAD = 256 * 1024;

/** Call before the library reads the first byte. */
export function watchUpload(stream: ServerHttp2Stream, upload: Upload): void {
  // The caller left during admission, so none of the events below will come.
  if (stream.destroyed) return;
  const { limit, pace, scanner, hold, refuse } = upload;
  let size = 0;
  let ended = false;
  const end = () => {
    ended = true;
    stopWatching();
  };
  const stop = (error: unknown) => {
    if (ended) return;
    end();
    held.release();
    boundStream(stream, MOST_UNREAD);
    refuse(toServiceError(error));
  };
  const held = hold(stop);
  const stopWatching = watchPace(pace, () => size, stop);
  // Runs before the library, which keeps all bytes until the message is complete.
  stream.prependListener('data', (chunk: Buffer) => {
    if (ended) return;
    try {
      size += chunk.length;
      held.add(chunk.length);
      scanner.write(chunk);
    } catch (error) {
      stop(error);
    }
  });
  stream.once('end', () => {
    if (ended) return;
    end();
    held.complete();
  });
  stream.once('close', () => {
    if (!ended) end();
    held.release();
  });
  boundStream(stream, limit);
}

/** Cuts the stream after this many more bytes. */
export function boundStream(stream: ServerHttp2Stream, bytes = MOST_UNREAD): void {
  let size = 0;
  stream.prependListener('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= bytes || stream.closed) return;
    // Without an error, the stream closes after the response, which may never come.
    const { NGHTTP2_NO_ERROR, NGHTTP2_ENHANCE_YOUR_CALM } = constants;
    stream.close(stream.headersSent ? NGHTTP2_NO_ERROR : NGHTTP2_ENHANCE_YOUR_CALM);
  });
}
