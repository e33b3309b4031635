/** Makes small videos: pictures shown one after the other, in any container and codec. */
import * as webcodecs from '@napi-rs/webcodecs';
import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny';
import sharp, { type OutputInfo } from 'sharp';

const CONTAINERS = {
  mp4: () => new Mp4OutputFormat(),
  mov: () => new MovOutputFormat(),
  webm: () => new WebMOutputFormat(),
  mkv: () => new MkvOutputFormat(),
} as const;

/** What cameras say: without it VP9 is marked as RGB, which its first profile does not know. */
const BT709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;

export interface VideoOptions {
  readonly container?: keyof typeof CONTAINERS;
  readonly codec?: 'avc' | 'hevc' | 'vp8' | 'vp9' | 'av1';
  /** Clockwise degrees that players turn the frames by. */
  readonly rotation?: 0 | 90 | 180 | 270;
  readonly framesPerSecond?: number;
}

/** A video of the pictures (encoded images of one size, even sides), each shown as one frame. */
export async function makeVideo(
  pictures: readonly Uint8Array[],
  options: VideoOptions = {},
): Promise<Uint8Array> {
  const { container = 'mp4', codec = 'avc', rotation = 0, framesPerSecond = 10 } = options;
  for (const [name, value] of Object.entries(webcodecs))
    if (!(name in globalThis)) Object.assign(globalThis, { [name]: value });
  const target = new BufferTarget();
  const output = new Output({ format: CONTAINERS[container](), target });
  const source = new VideoSampleSource({ codec, bitrate: 2_000_000, keyFrameInterval: 1 });
  output.addVideoTrack(source, { rotation, frameRate: framesPerSecond });
  await output.start();
  const decoded = new Map<Uint8Array, { data: Buffer; info: OutputInfo }>();
  for (const [i, picture] of pictures.entries()) {
    const frame =
      decoded.get(picture) ??
      (await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true }));
    decoded.set(picture, frame);
    const sample = new VideoSample(new Uint8Array(frame.data), {
      format: 'RGBA',
      codedWidth: frame.info.width,
      codedHeight: frame.info.height,
      timestamp: i / framesPerSecond,
      duration: 1 / framesPerSecond,
      colorSpace: BT709,
    });
    await source.add(sample);
    sample.close();
  }
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

/** A Matroska file with one second of silence and no picture. */
export async function makeSound(): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const source = new AudioSampleSource({ codec: 'pcm-s16' });
  output.addAudioTrack(source);
  await output.start();
  const data = new Int16Array(8000);
  const shape = { format: 's16', numberOfChannels: 1, sampleRate: 8000, timestamp: 0 } as const;
  const sample = new AudioSample({ data, ...shape });
  await source.add(sample);
  sample.close();
  await output.finalize();
  return new Uint8Array(target.buffer!);
}
