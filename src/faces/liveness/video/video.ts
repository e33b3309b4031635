/** Samples frames of a video at equal distances, in a process that can be killed and may crash. */
import { fork } from 'node:child_process';
import { addAbortListener } from 'node:events';
import { availableParallelism } from 'node:os';
import { Cancelled, DeadlineExceeded, InvalidImage, Unavailable } from '../../../errors.ts';
import { confined } from '../../../inference/processes/confinement.ts';
import { lowerPriority } from '../../../inference/processes/niceness.ts';
import { createFairQueue, type Work } from '../../../scheduling/fair-queue.ts';
import { recogniseFormat } from '../../image/format.ts';
import { heldUp } from './held-up.ts';
import { MOST_BYTES, MOST_SECONDS } from './limits.ts';
import type { DecoderMessage, DecoderRequest, DecoderTask } from './video-decoder.ts';

export interface VideoFrame {
  /** Number in display order, from 1. */
  readonly number: number;
  /** Display time, after the first frame of the video. */
  readonly seconds: number;
  /** The frame as an image file (BMP), rotated upright as the video's metadata say. */
  readonly image: Uint8Array;
  /** False: a small one between those of the sample. */
  readonly sampled: boolean;
}

export interface SamplingOptions extends Work {
  /** Most frames of the sample. */
  readonly count: number;
  /** The next frame to ask for; frames come one later than asked. Absent: of the sample. */
  readonly wanted?: () => DecoderRequest;
  readonly signal: AbortSignal;
  /** Most milliseconds to wait for the decoder, altogether. */
  readonly timeout?: number;
  /** Most milliseconds to wait for the next frame, except while others have the processor. */
  readonly patience?: number;
}

/** Most decoders of this process. Each works one frame ahead, then waits for its reader. */
const DECODERS = Math.max(4, availableParallelism());
/** Most videos of one client that wait for a decoder, and most bytes of those of all clients. */
const MOST_WAITING = 16;
const BYTES_WAITING = 256 * 1024 * 1024;
const TIMEOUT = 30_000;
const PATIENCE = 5_000;
/** Milliseconds between checks of a decoder that waits for the processor. */
const LEAST_WATCH = 50;
/** JavaScript heap of a decoder. Frames and the video itself lie outside it. */
const HEAP_MEBIBYTES = 192;

const turns = createFairQueue({
  slots: DECODERS,
  mostHeld: DECODERS / 2,
  mostWaiting: MOST_WAITING,
  mostBytes: BYTES_WAITING,
  work: 'videos',
});
let unnamed = 0;

/**
 * Up to `count` frames from the middle of as many equal parts of the video. At most nine come first
 * and cover the whole video; then those halfway between, with small ones between all where wanted;
 * and so on. Each is decoded while the caller works on the previous one. A truncated video ends
 * where it breaks off.
 * @throws InvalidImage no video, or beyond the limits; Cancelled; DeadlineExceeded; Unavailable the
 *   client has too many videos waiting
 */
export async function* sampleFrames(
  video: Uint8Array,
  {
    count,
    wanted = () => 'sampled',
    signal,
    share,
    timeout = TIMEOUT,
    patience = PATIENCE,
  }: SamplingOptions,
): AsyncGenerator<VideoFrame> {
  refuseAtFirstSight(video);
  requireDecoder();
  const own = { client: '', caller: `${++unnamed}` };
  const release = await turns.take({ share: share ?? own, bytes: video.length, signal });
  let decoder: Decoder | undefined;
  try {
    const task = { video, count, mostSeconds: MOST_SECONDS, request: wanted() } as const;
    decoder = startDecoder(task, signal, { timeout, patience });
    for (;;) {
      const message = await decoder.next(wanted());
      if (message.kind === 'refused')
        throw new InvalidImage(message.reason, 'video', message.detail);
      if (message.kind === 'end') return;
      const { number, seconds, image, sampled } = message;
      yield { number, seconds, image, sampled };
    }
  } finally {
    await decoder?.kill();
    release();
  }
}

const tooLong = (timeout: number, patience: number) =>
  new DeadlineExceeded(
    `Decoding the video took longer than ${timeout / 1000} seconds, or a frame ${patience / 1000}; ` +
      'send a shorter or smaller one.',
  );

/** Optional, because its binaries are under the GPL (NOTICE). */
const DECODER_PACKAGE = '@napi-rs/webcodecs';

/** @throws Unavailable the package that decodes videos is not installed */
function requireDecoder(): void {
  try {
    import.meta.resolve(DECODER_PACKAGE);
  } catch {
    throw new Unavailable(
      `Videos need an optional package: run npm install ${DECODER_PACKAGE}`,
      60,
    );
  }
}

function refuseAtFirstSight(video: Uint8Array): void {
  if (video.length > MOST_BYTES)
    throw new InvalidImage(`larger than ${MOST_BYTES / 1024 / 1024} MB`, 'video');
  const format = recogniseFormat(video);
  if (format !== undefined) throw new InvalidImage(`an image (${format}), not a video`, 'video');
}

type Decoder = ReturnType<typeof startDecoder>;

function startDecoder(
  task: DecoderTask,
  signal: AbortSignal,
  { timeout, patience }: Required<Pick<SamplingOptions, 'timeout' | 'patience'>>,
) {
  const child = fork(new URL('./video-decoder.ts', import.meta.url), {
    serialization: 'advanced',
    ...confined([], HEAP_MEBIBYTES),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  lowerPriority(child, 'decoder');
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
  // A video that crashes its decoder is treated as unusable.
  child.on('exit', (code, by) => {
    if (by === 'SIGKILL')
      return fail(new Unavailable('The process that decoded the video was ended; try again.'));
    const detail = `the decoder ended with ${by ?? code}`;
    arrive({ kind: 'refused', reason: 'not a decodable video', detail });
  });
  // Without a file descriptor to spare there is no process, and no way to tell it.
  child.on('error', () => fail(new Unavailable('No process for the video could be started.')));
  const listening = addAbortListener(signal, () => fail(new Cancelled()));
  // A process that has ended reports this by its exit, so a failed send is no news.
  const tell = (message: DecoderTask | DecoderRequest) => {
    if (child.pid !== undefined) child.send(message, () => {});
  };
  tell(task);
  let left = timeout;
  return {
    /** @throws Cancelled, DeadlineExceeded, Unavailable */
    async next(request: DecoderRequest) {
      const begun = performance.now();
      const lost = heldUp(child.pid);
      let timer: NodeJS.Timeout;
      const watch = (milliseconds: number) => {
        timer = setTimeout(() => {
          const waited = performance.now() - begun;
          const more = Math.min(left, patience + lost()) - waited;
          if (more > 0) watch(Math.max(LEAST_WATCH, more));
          else fail(tooLong(timeout, patience));
        }, milliseconds);
      };
      watch(Math.min(left, patience));
      while (arrived.length === 0 && failure === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      clearTimeout(timer!);
      left -= performance.now() - begun;
      const message = arrived.shift();
      if (message === undefined) throw failure!;
      if (message.kind === 'frame') tell(request);
      return message;
    },
    /** Kills the process. Resolves when it is gone. */
    kill() {
      listening[Symbol.dispose]();
      child.kill('SIGKILL');
      return gone;
    },
  };
}
