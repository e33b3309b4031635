/** Frames of a video at equal distances, decoded in a worker thread that can be killed. */
import { Worker } from 'node:worker_threads';
import { Cancelled, DeadlineExceeded, Internal, InvalidImage, Unavailable } from '../../errors.ts';
import { recogniseFormat } from '../image/format.ts';
import type { DecoderMessage, DecoderTask } from './video-decoder.ts';

export interface VideoFrame {
  /** Number of the frame in the order of display, from 1. */
  readonly number: number;
  /** The frame as an image file (BMP), turned upright as the metadata of the video say. */
  readonly image: Uint8Array;
}

export interface SamplingOptions {
  /** Frames to take at most. */
  readonly count: number;
  readonly signal: AbortSignal;
  /** Milliseconds for opening the video, and for each frame. */
  readonly timeout?: number;
}

/** Longest video in seconds; containers round, so that half a second more is let through. */
export const MOST_SECONDS = 60;
/** Most bytes of a video file. */
export const MOST_BYTES = 50 * 1024 * 1024;
/** Decoders at work in this process at a time, and how many callers may wait for one. */
const DECODERS = 2;
const MOST_WAITING = 16;
const TIMEOUT = 15_000;
/** JavaScript heap of a decoder; the frames themselves lie outside it, two or three at a time. */
const HEAP_MEBIBYTES = 192;

/**
 * Up to `count` frames from the middle of as many equal parts of the video, in order. Each is
 * decoded while the caller works on the one before. A video that breaks off in the middle ends
 * there.
 * @throws InvalidImage no video, or beyond the limits; Cancelled; DeadlineExceeded; Unavailable
 *   too many videos at once
 */
export async function* sampleFrames(
  video: Uint8Array,
  { count, signal, timeout = TIMEOUT }: SamplingOptions,
): AsyncGenerator<VideoFrame> {
  refuseAtFirstSight(video);
  const release = await takeTurn(signal);
  let decoder: Decoder | undefined;
  try {
    decoder = startDecoder({ video, count, mostSeconds: MOST_SECONDS }, signal, timeout);
    for (;;) {
      const message = await decoder.next();
      if (message.kind === 'refused')
        throw new InvalidImage(message.reason, 'video', message.detail);
      if (message.kind === 'end') return;
      yield { number: message.number, image: message.image };
    }
  } finally {
    await decoder?.kill();
    release();
  }
}

function refuseAtFirstSight(video: Uint8Array): void {
  if (video.length > MOST_BYTES)
    throw new InvalidImage(`larger than ${MOST_BYTES / 1024 / 1024} MB`, 'video');
  const format = recogniseFormat(video);
  if (format !== undefined) throw new InvalidImage(`an image (${format}), not a video`, 'video');
}

interface Decoder {
  /** @throws Cancelled, DeadlineExceeded, Internal */
  next(): Promise<DecoderMessage>;
  kill(): Promise<unknown>;
}

function startDecoder(task: DecoderTask, signal: AbortSignal, timeout: number): Decoder {
  const worker = new Worker(new URL('./video-decoder.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES },
  });
  const arrived: DecoderMessage[] = [];
  let failure: Error | undefined;
  let wake = () => {};
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  worker.on('message', (message: DecoderMessage) => {
    arrived.push(message);
    wake();
  });
  // A video on which the decoder fails so badly is none that can be used.
  worker.on('error', (error) => {
    arrived.push({ kind: 'refused', reason: 'not a decodable video', detail: String(error) });
    wake();
  });
  worker.on('exit', () => fail(new Internal(new Error('the video decoder ended'))));
  const onAbort = () => fail(new Cancelled());
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  worker.postMessage('next');
  return {
    async next() {
      const timer = setTimeout(
        () => fail(new DeadlineExceeded('Decoding the video took too long.')),
        timeout,
      );
      while (arrived.length === 0 && failure === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      clearTimeout(timer);
      const message = arrived.shift();
      if (message === undefined) throw failure!;
      if (message.kind === 'frame') worker.postMessage('next');
      return message;
    },
    kill() {
      signal.removeEventListener('abort', onAbort);
      return worker.terminate();
    },
  };
}

let working = 0;
const waiting: (() => void)[] = [];

/** Waits until a decoder may be started; returns what to call when it is done. */
async function takeTurn(signal: AbortSignal): Promise<() => void> {
  if (working >= DECODERS) {
    if (waiting.length >= MOST_WAITING)
      throw new Unavailable('Too many videos are being processed.', 5);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  } else working += 1;
  const release = () => {
    const next = waiting.shift();
    if (next === undefined) working -= 1;
    else next();
  };
  if (!signal.aborted) return release;
  release();
  throw new Cancelled();
}
