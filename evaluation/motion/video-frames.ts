/** Frames of a video file at equal distances, as upright pictures. */
import * as codecs from '@napi-rs/webcodecs';
import { ALL_FORMATS, FilePathSource, Input, VideoSampleSink } from 'mediabunny';
import type { Picture } from '../../src/faces/image/picture.ts';
import { sharp } from '../../src/faces/image/sharp.ts';

export interface Frame {
  readonly seconds: number;
  readonly picture: Picture;
}

/** The published types of WebCodecs do not know this option yet. */
const RGBA: object = { format: 'RGBA' };

/** Longest side of a frame in pixels; larger ones are reduced. */
const MAX_SIDE = 1280;

/**
 * Up to `count` frames from the beginning to the end of a video.
 * @throws Error the file holds no video that can be decoded
 */
export async function* readFrames(path: string, count: number): AsyncGenerator<Frame> {
  // Mediabunny looks for the classes of WebCodecs where a browser has them.
  const { VideoDecoder, VideoEncoder, VideoFrame, EncodedVideoChunk } = codecs;
  Object.assign(globalThis, { VideoDecoder, VideoEncoder, VideoFrame, EncodedVideoChunk });
  // The decoder does not keep the process alive while it works.
  const alive = setInterval(() => {}, 1000);
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) throw new Error(`${path}: holds no video`);
    const first = await track.getFirstTimestamp();
    const length = (await track.computeDuration()) - first;
    const times = Array.from({ length: count }, (_, i) => first + (length * i) / count);
    let before = -1;
    for await (const sample of new VideoSampleSink(track).samplesAtTimestamps(times)) {
      if (sample === null) continue;
      const { timestamp, rotation } = sample;
      if (timestamp > before) {
        const { codedWidth: width, codedHeight: height } = sample;
        const rgba = new Uint8Array(sample.allocationSize(RGBA));
        await sample.copyTo(rgba, RGBA);
        const { data, info } = await sharp(rgba, { raw: { width, height, channels: 4 } })
          .rotate(rotation)
          .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
          .removeAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        yield {
          seconds: timestamp,
          picture: { width: info.width, height: info.height, data: new Uint8Array(data) },
        };
      }
      before = timestamp;
      sample.close();
    }
  } finally {
    clearInterval(alive);
    input.dispose();
  }
}
