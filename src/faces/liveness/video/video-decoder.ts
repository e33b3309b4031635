/** Child process that decodes one video: one frame for each message. Its parent then kills it. */
import v8 from 'node:v8';
import vm from 'node:vm';
import * as webcodecs from '@napi-rs/webcodecs';
import {
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  registerDecoder,
  BufferSource as VideoBytes,
  type VideoSample,
  VideoSampleSink,
  WEBM,
} from 'mediabunny';
import { bmpOf } from '../../image/bmp-file.ts';
import { MAX_SIDE } from '../../image/picture.ts';
import { sharp } from '../../image/sharp.ts';
import { closeLastCluster } from './close-cluster.ts';
import { VpxDecoder } from './vpx-decoder.ts';

export interface DecoderTask {
  readonly video: Uint8Array;
  /** Most frames of the sample. */
  readonly count: number;
  readonly mostSeconds: number;
  /** The first request. */
  readonly request: DecoderRequest;
}

/** Asks for the next frame: of the sample, any, or any in full size as one of the sample. */
export type DecoderRequest = 'sampled' | 'any' | 'whole';

export type DecoderMessage =
  | {
      readonly kind: 'frame';
      readonly number: number;
      /** After the first frame of the video. */
      readonly seconds: number;
      readonly image: Uint8Array<ArrayBuffer>;
      /** False: a small one between those of the sample. */
      readonly sampled: boolean;
    }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly reason: string; readonly detail?: string };

/** Frame size of phones and webcams. Larger frames would cost too much memory. */
const MOST_PIXELS = 4096 * 2304;
/** A minute at 240 frames a second, and some more. */
const MOST_FRAMES = 16_000;
const ROUNDING = 0.5;

class Refusal extends Error {}

/** The track, and the display times of its frames in seconds. */
interface OpenedVideo {
  readonly track: InputVideoTrack;
  readonly times: readonly number[];
}

async function openVideo({ video, mostSeconds }: DecoderTask): Promise<OpenedVideo> {
  const input = new Input({
    formats: [MP4, QTFF, WEBM, MATROSKA],
    source: new VideoBytes(closeLastCluster(video)),
  });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Refusal('the file holds no video');
  const { codedWidth, codedHeight } = track;
  if (codedWidth * codedHeight > MOST_PIXELS)
    throw new Refusal(`frames of ${codedWidth} × ${codedHeight} pixels are too large`);
  if (!(await track.canDecode()))
    throw new Refusal(`the codec ${track.codec ?? 'of the video'} cannot be decoded`);
  return { track, times: await displayTimes(track, mostSeconds) };
}

/** From the index of the container, without decoding. Leaves out a damaged end of the file. */
async function displayTimes(track: InputVideoTrack, mostSeconds: number): Promise<number[]> {
  const times: number[] = [];
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
  });
  try {
    for await (const { timestamp } of packets) {
      times.push(timestamp);
      if (times.length > MOST_FRAMES) throw new Refusal('the video has too many frames');
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
  }
  if (times.length === 0) throw new Refusal('the video has no frames');
  times.sort((a, b) => a - b);
  const seconds = times.at(-1)! - times[0]!;
  if (seconds > mostSeconds + ROUNDING)
    throw new Refusal(`${Math.round(seconds)} s exceed the limit of ${mostSeconds} s`);
  return times;
}

/** Decoders count in microseconds. */
const ROUNDED_TIME = 1e-5;

/** Number of frames that first cover the whole video. */
const FIRST_LOOK = 9;

/**
 * Up to `count` indices in the middle of equal parts, ascending in each pass over the video. Those
 * far apart come first.
 */
function pick(length: number, count: number): number[][] {
  const parts = Math.min(length, count);
  const all = Array.from({ length: parts }, (_, i) => Math.floor(((i + 0.5) * length) / parts));
  let step = 2;
  while (Math.ceil(parts / step) > FIRST_LOOK) step *= 2;
  const passes = [all.filter((_, i) => i % step === 0)];
  for (; step > 1; step /= 2) passes.push(all.filter((_, i) => i % step === step / 2));
  return passes;
}

/** In the standard, but missing in TypeScript's types. */
const RGBA: object = { format: 'RGBA' };

/** The frame as an image file, rotated upright, and stretched if its pixels are not square. */
async function imageOf(sample: VideoSample, maxSide: number): Promise<Uint8Array<ArrayBuffer>> {
  const { codedWidth, codedHeight, displayWidth, displayHeight, rotation } = sample;
  const rgba = new Uint8Array(sample.allocationSize(RGBA));
  await sample.copyTo(rgba, RGBA);
  const raw = { width: codedWidth, height: codedHeight, channels: 4 } as const;
  const scale = Math.min(1, maxSide / Math.max(displayWidth, displayHeight));
  const { data, info } = await sharp(rgba, { raw })
    .removeAlpha()
    .rotate(rotation)
    .resize(Math.round(displayWidth * scale), Math.round(displayHeight * scale), { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return bmpOf({ width: info.width, height: info.height, data });
}

async function* decode(task: DecoderTask): AsyncGenerator<DecoderMessage> {
  let opened: OpenedVideo;
  try {
    opened = await openVideo(task);
  } catch (error) {
    if (error instanceof Refusal) return yield { kind: 'refused', reason: error.message };
    return yield { kind: 'refused', reason: 'not a decodable video', detail: String(error) };
  }
  for (const [pass, wanted] of pick(opened.times.length, task.count).entries()) {
    const left = [...wanted];
    if (pass === 1) {
      yield* soughtFrames(opened, left, () => request === 'sampled');
      yield* framesInOrder(opened, left, () => request);
    }
    yield* soughtFrames(opened, left);
    yield* framesInOrder(opened, left);
  }
  yield { kind: 'end' };
}

/** Longest side of frames between those of the sample, and most of them a second. */
const SMALL_SIDE = 640;
const MOST_A_SECOND = 21;
/** Most pixels of them before they are scaled down: 40 s of 1280 × 720, 18 s of 1920 × 1080. */
const MOST_SCALED = 40 * MOST_A_SECOND * 1280 * 720;

/**
 * The frames with those indices, from the key frame before each. Takes off the list what it gives,
 * and ends at one that cannot be sought, as in recordings made live.
 * @param goesOn asked before each
 */
async function* soughtFrames(
  opened: OpenedVideo,
  left: number[],
  goesOn = () => true,
): AsyncGenerator<DecoderMessage> {
  if (left.length === 0 || !goesOn()) return;
  const { track, times } = opened;
  const chosen = left.map((i) => timeWithin(times, i));
  try {
    for await (const sample of new VideoSampleSink(track).samplesAtTimestamps(chosen)) {
      if (sample === null) return;
      left.shift();
      const image = await imageOf(sample, MAX_SIDE);
      sample.close();
      yield frameOf(opened, sample.timestamp, image, true);
      if (!goesOn()) return;
    }
  } catch {
    // The frames decoded so far count. The caller decides whether they suffice.
  }
}

/** Within the frame's display time. Its start may be rounded into the previous frame. */
function timeWithin(times: readonly number[], i: number): number {
  const next = times[i + 1] ?? times[i]! + 1;
  return times[i]! + Math.min(1e-3, (next - times[i]!) / 2);
}

const indexAt = (times: readonly number[], timestamp: number) =>
  times.findLastIndex((time) => time <= timestamp + ROUNDED_TIME);

function frameOf(
  { times }: OpenedVideo,
  timestamp: number,
  image: Uint8Array<ArrayBuffer>,
  sampled: boolean,
): DecoderMessage {
  const number = indexAt(times, timestamp) + 1;
  return { kind: 'frame', number, seconds: timestamp - times[0]!, image, sampled };
}

/**
 * Decodes from the start until the last of the frames with those indices; where one is missing, the
 * next stands in.
 * @param asked what is wanted of the frames between: ends where that is nothing, or was enough
 */
async function* framesInOrder(
  opened: OpenedVideo,
  left: number[],
  asked?: () => DecoderRequest,
): AsyncGenerator<DecoderMessage> {
  if (left.length === 0 || asked?.() === 'sampled') return;
  let last = Number.NEGATIVE_INFINITY;
  let budget = MOST_SCALED;
  try {
    for await (const sample of new VideoSampleSink(opened.track).samples()) {
      const isOver = asked === undefined ? left.length === 0 : asked() === 'sampled' || budget <= 0;
      if (isOver) return sample.close();
      const { timestamp } = sample;
      const at = indexAt(opened.times, timestamp);
      const sampled = at >= left[0]! || asked?.() === 'whole';
      const isDue = sampled || (asked !== undefined && timestamp - last >= 1 / MOST_A_SECOND);
      if (isDue && !sampled) budget -= sample.codedWidth * sample.codedHeight;
      const image = isDue ? await imageOf(sample, sampled ? MAX_SIDE : SMALL_SIDE) : undefined;
      sample.close();
      if (image === undefined) continue;
      last = timestamp;
      while (left[0]! <= at) left.shift();
      yield frameOf(opened, timestamp, image, sampled);
    }
  } catch {
    // The frames decoded so far count here, too.
  }
}

// mediabunny expects the WebCodecs classes where browsers have them.
for (const [name, value] of Object.entries(webcodecs))
  if (!(name in globalThis)) Object.assign(globalThis, { [name]: value });
registerDecoder(VpxDecoder);

/** Resident bytes beyond which decoding stops. Frames of the largest size need a third. */
const MOST_MEMORY = 1024 ** 3;
const LOOK_EVERY = 50;
/** Resident bytes beyond which memory is collected: closed frames keep their pixels until then. */
const MUCH_MEMORY = 640 * 1024 ** 2;
v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;

let messages: AsyncGenerator<DecoderMessage> | undefined;
let request: DecoderRequest = 'sampled';

async function answer(): Promise<void> {
  const next = await messages?.next();
  process.send?.(next?.value ?? { kind: 'end' });
}

process.on('message', (message: DecoderTask | DecoderRequest) => {
  if (typeof message === 'string') request = message;
  else {
    request = message.request;
    messages = decode(message);
  }
  void answer();
});
process.on('disconnect', () => process.exit());
setInterval(() => {
  const resident = process.memoryUsage.rss();
  if (resident > MUCH_MEMORY) collect();
  if (resident > MOST_MEMORY)
    process.send?.({ kind: 'refused', reason: 'decoding it needs too much memory' }, () =>
      process.exit(1),
    );
}, LOOK_EVERY);
