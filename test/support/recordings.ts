/** Frames of the recordings of live people, where these lie beside the checkout. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { decodeImage } from '../../src/faces/image/decode.ts';
import { sampleFrames } from '../../src/faces/liveness/video/video.ts';
import { sharedPath } from './shared.ts';

/** Folder of the recordings, or undefined with a printed reason. */
export const recordings = () => sharedPath('liveness/videos');

/** Milliseconds: a busy machine decodes for long, which is not what tests with recordings are about. */
const PATIENT = { timeout: 120_000, patience: 60_000 };

/** Decoding a recording takes seconds: its frames stay here for the tests that come after. */
const KEPT = join(tmpdir(), 'prosopon-test-frames');

/** PNG frames at equal distances of a recording, such as `live/nod-head.mp4`. */
export async function framesOf(folder: string, name: string, count: number): Promise<Buffer[]> {
  const kept = join(KEPT, `${name.replaceAll('/', '-')}-${count}`);
  const fileOf = (frame: number) => join(kept, `${frame}.png`);
  const numbers = Array.from({ length: count }, (_, frame) => frame);
  try {
    return await Promise.all(numbers.map((frame) => readFile(fileOf(frame))));
  } catch {
    const frames = await decodeFrames(folder, name, count);
    await mkdir(kept, { recursive: true });
    for (const [frame, png] of frames.entries()) {
      // In one step: another test may be looking for it.
      await writeFile(`${fileOf(frame)}.${process.pid}`, png);
      await rename(`${fileOf(frame)}.${process.pid}`, fileOf(frame));
    }
    return frames;
  }
}

async function decodeFrames(folder: string, name: string, count: number): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  const { signal } = new AbortController();
  const video = await readFile(join(folder, name));
  for await (const { image } of sampleFrames(video, { count, signal, ...PATIENT }))
    frames.push(await bmpToPng(image));
  return frames;
}

/** PNG of a BMP, which sharp does not read. */
async function bmpToPng(bmp: Uint8Array): Promise<Buffer> {
  const { picture } = await decodeImage(bmp, { maxPixels: 1e8, maxSide: 960 });
  const { width, height, data } = picture;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
