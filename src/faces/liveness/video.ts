/** Frames of a video at equal distances, decoded in a process that can be killed and may crash. */
import { fork } from 'node:child_process';
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
  /** Milliseconds that are waited for the decoder, altogether. */
  readonly timeout?: number;
}

/** Longest video in seconds; containers round, so that half a second more is let through. */
export const MOST_SECONDS = 60;
/** Most bytes of a video file. */
export const MOST_BYTES = 50 * 1024 * 1024;
/** Decoders at work in this process at a time, and how many callers may wait for one. */
const DECODERS = 2;
const MOST_WAITING = 16;
const TIMEOUT = 30_000;
/** JavaScript heap of a decoder; frames and the video itself lie outside it. */
const HEAP_MEBIBYTES = 192;

/**
 * Up to `count` frames from the middle of as many equal parts of the video: every other one first,
 * so that half of them have seen all of it, then those between. Each is decoded while the caller
 * works on the one before. A video that breaks off in the middle ends there.
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
  /** @throws Cancelled, DeadlineExceeded, Unavailable */
  next(): Promise<DecoderMessage>;
  /** Ends the process whatever it is doing; resolves when it is gone. */
  kill(): Promise<unknown>;
}

function startDecoder(task: DecoderTask, signal: AbortSignal, timeout: number): Decoder {
  const child = fork(new URL('./video-decoder.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP_MEBIBYTES}`],
    // What reads files of strangers is told none of the service's secrets.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = new Promise((resolve) => {
    child.once('exit', resolve);
    child.once('error', resolve);
  });
  const arrived: DecoderMessage[] = [];
  let failure: Error | undefined;
  let wake = () => {};
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  const arrive = (message: DecoderMessage) => {
    arrived.push(message);
    wake();
  };
  child.on('message', arrive);
  // A video on which the decoder fails so badly is none that can be used.
  child.on('exit', (code, by) => {
    const detail = `the decoder ended with ${by ?? code}`;
    arrive({ kind: 'refused', reason: 'not a decodable video', detail });
  });
  child.on('error', (error) => fail(new Internal(error)));
  const onAbort = () => fail(new Cancelled());
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  // A process that has ended says so by its exit; that it can be told nothing is no news.
  const tell = (message: DecoderTask | 'next') => void child.send(message, () => {});
  tell(task);
  let left = timeout;
  return {
    async next() {
      const begun = performance.now();
      const timer = setTimeout(
        () => fail(new DeadlineExceeded('Decoding the video took too long.')),
        left,
      );
      while (arrived.length === 0 && failure === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      clearTimeout(timer);
      left -= performance.now() - begun;
      const message = arrived.shift();
      if (message === undefined) throw failure!;
      if (message.kind === 'frame') tell('next');
      return message;
    },
    kill() {
      signal.removeEventListener('abort', onAbort);
      child.kill('SIGKILL');
      return gone;
    },
  };
}

let working = 0;
const waiting: (() => void)[] = [];

/**
 * Waits until a decoder may be started; returns what to call when it is done.
 * @throws Cancelled; Unavailable too many are waiting
 */
async function takeTurn(signal: AbortSignal): Promise<() => void> {
  if (signal.aborted) throw new Cancelled();
  if (working < DECODERS) working += 1;
  else if (waiting.length >= MOST_WAITING)
    throw new Unavailable('Too many videos are being processed.', 5);
  else
    await new Promise<void>((resolve, reject) => {
      const called = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(called), 1);
        reject(new Cancelled());
      };
      waiting.push(called);
      signal.addEventListener('abort', leave, { once: true });
    });
  return () => {
    const next = waiting.shift();
    if (next === undefined) working -= 1;
    else next();
  };
}
