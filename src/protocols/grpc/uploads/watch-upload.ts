/** Watches a call's messages on arrival: their bytes, that they are not compressed, and the pace. */
import { constants, type ServerHttp2Stream } from 'node:http2';
import { InvalidArgument, type ServiceError, toServiceError } from '../../../errors.ts';
import type { HeldBytes } from '../../uploads/byte-budget.ts';
import { type Pace, watchPace } from '../../uploads/upload-pace.ts';

export interface Upload {
  /** Most bytes of the stream. */
  readonly limit: number;
  readonly pace: Pace;
  /** @param displaced see `ByteBudget.open` */
  hold(displaced: (error: ServiceError) => void): HeldBytes;
  /** Must end the call at once. Everything that arrives afterwards is dropped. */
  refuse(error: ServiceError): void;
}

const { NGHTTP2_NO_ERROR, NGHTTP2_ENHANCE_YOUR_CALM } = constants;

/** Bytes accepted from a call that is over, and from one of an unknown caller. */
const MOST_UNREAD = 64 * 1024;

/** Bytes that precede a message on the wire: a flag, and the length. */
const FRAME = 5;

/** Call before the library reads the first byte. */
export function watchUpload(stream: ServerHttp2Stream, upload: Upload): void {
  // The caller left during admission, so none of the events below will come.
  if (stream.destroyed) return;
  const { limit, pace, hold, refuse } = upload;
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
    boundStream(stream);
    refuse(toServiceError(error));
  };
  const held = hold(stop);
  const stopWatching = watchPace(pace, () => size, stop);
  const checkFrames = createFrameCheck();
  // Runs before the library, which keeps all bytes until the message is complete.
  stream.prependListener('data', (chunk: Buffer) => {
    if (ended) return;
    try {
      size += chunk.length;
      checkFrames(chunk);
      held.add(chunk.length);
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
    if (size > bytes) cutStream(stream);
  });
}

/** Bounds the messages of a caller without credentials. Cuts the stream of one who sends more. */
export function boundOpenCall(
  stream: ServerHttp2Stream,
  mostMessages: number,
  refuse: (error: ServiceError) => void,
): void {
  const countFrames = createFrameCheck();
  let isRefused = false;
  stream.prependListener('data', (chunk: Buffer) => {
    if (isRefused) return;
    try {
      if (countFrames(chunk) > mostMessages) cutStream(stream, NGHTTP2_ENHANCE_YOUR_CALM);
    } catch (error) {
      isRefused = true;
      refuse(toServiceError(error));
    }
  });
  boundStream(stream);
}

// Without an error, the stream closes after the response, which may never come.
function cutStream(
  stream: ServerHttp2Stream,
  code = stream.headersSent ? NGHTTP2_NO_ERROR : NGHTTP2_ENHANCE_YOUR_CALM,
): void {
  if (!stream.closed) stream.close(code);
}

/** Counts messages. The library would unpack a compressed one. @throws InvalidArgument */
function createFrameCheck() {
  const frame = Buffer.alloc(FRAME);
  let inFrame = 0;
  let rest = 0;
  let messages = 0;
  return (chunk: Buffer): number => {
    for (let at = 0; at < chunk.length; ) {
      if (rest > 0) {
        const passed = Math.min(rest, chunk.length - at);
        rest -= passed;
        at += passed;
        continue;
      }
      frame[inFrame++] = chunk[at++]!;
      if (frame[0] !== 0)
        throw new InvalidArgument('the message is compressed; send it uncompressed');
      if (inFrame < FRAME) continue;
      inFrame = 0;
      rest = frame.readUInt32BE(1);
      messages += 1;
    }
    return messages;
  };
}
