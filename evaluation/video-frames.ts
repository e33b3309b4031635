/** Frames of a recording at equal distances, as upright pictures, for evaluations. */
import * as webcodecs from '@napi-rs/webcodecs';
import { ALL_FORMATS, FilePathSource, Input, VideoSampleSink } from 'mediabunny';
import type { Picture } from '../src/faces/image/picture.ts';
import { sharp } from '../src/faces/image/sharp.ts';

/** mediabunny looks for the WebCodecs classes of a browser. */
function provideWebCodecs(): void {
  for (const [name, value] of Object.entries(webcodecs))
    if (!(name in globalThis)) Object.assign(globalThis, { [name]: value });
}

/** Longest side of a frame in pixels, that of the service's working pictures. */
const MAX_SIDE = 1920;

/** The conversion of the standard that the types of TypeScript do not know yet. */
const RGBA: object = { format: 'RGBA' };

/**
 * `count` frames in the middle of equal parts of the recording, turned as its metadata say.
 * @throws Error the file is no video, or nothing of it can be decoded
 */
export async function* videoFrames(path: string, count: number): AsyncGenerator<Picture> {
  provideWebCodecs();
  // The decoder's threads do not keep the process alive.
  const alive = setInterval(() => {}, 1000);
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) throw new Error(`${path}: no video`);
    const first = await track.getFirstTimestamp();
    const step = ((await track.computeDuration()) - first) / count;
    const times = Array.from({ length: count }, (_, index) => first + (index + 0.5) * step);
    for await (const sample of new VideoSampleSink(track).samplesAtTimestamps(times)) {
      if (sample === null) continue;
      const { codedWidth: width, codedHeight: height, rotation } = sample;
      const data = new Uint8Array(sample.allocationSize(RGBA));
      await sample.copyTo(data, RGBA);
      sample.close();
      yield upright(data, width, height, rotation);
    }
  } finally {
    input.dispose();
    clearInterval(alive);
  }
}

async function upright(
  rgba: Uint8Array,
  width: number,
  height: number,
  rotation: number,
): Promise<Picture> {
  const { data, info } = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .rotate(rotation)
    .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
