/** Frames of the recordings of live people, where these lie beside the checkout. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { decodeImage } from '../src/faces/image/decode.ts';
import { sampleFrames } from '../src/faces/liveness/video/video.ts';
import { sharedPath } from './shared.ts';

/** Folder of the recordings, or undefined with a printed reason. */
export const recordings = () => sharedPath('liveness/videos');

/** Milliseconds: a busy machine decodes for long, which is not what tests with recordings are about. */
const PATIENT = { timeout: 120_000, patience: 60_000 };

/** Decoding a recording takes seconds: its frames stay here for the tests that come after. */
const KEPT = join(tmpdir(), 'prosopon-test-frames');

/** PNG frames at equal distances of a recording, such as `live/nod-head.mp4`, as they are looked at. */
export const framesOf = async (folder: string, name: string, count: number): Promise<Buffer[]> =>
  (await keptFrames(folder, name, count)).map(({ png }) => png);

/** The same in the order of time. */
export const filmOf = async (folder: string, name: string, count: number): Promise<Buffer[]> =>
  (await keptFrames(folder, name, count))
    .toSorted((p, q) => p.number - q.number)
    .map(({ png }) => png);

interface Frame {
  /** Number in the recording. */
  readonly number: number;
  readonly png: Buffer;
}

async function keptFrames(folder: string, name: string, count: number): Promise<Frame[]> {
  const kept = join(KEPT, `${name.replaceAll('/', '-')}-${count}`);
  const fileOf = (frame: number) => join(kept, `${frame}.png`);
  const list = join(kept, 'numbers.json');
  try {
    const numbers: number[] = JSON.parse(await readFile(list, 'utf8'));
    const pngs = await Promise.all(numbers.map((_, frame) => readFile(fileOf(frame))));
    return pngs.map((png, frame) => ({ number: numbers[frame]!, png }));
  } catch {
    const frames = await decodeFrames(folder, name, count);
    await mkdir(kept, { recursive: true });
    for (const [frame, { png }] of frames.entries()) await keep(fileOf(frame), png);
    await keep(list, JSON.stringify(frames.map(({ number }) => number)));
    return frames;
  }
}

/** In one step: another test may be looking for it. */
async function keep(file: string, content: Buffer | string): Promise<void> {
  await writeFile(`${file}.${process.pid}`, content);
  await rename(`${file}.${process.pid}`, file);
}

async function decodeFrames(folder: string, name: string, count: number): Promise<Frame[]> {
  const frames: Frame[] = [];
  const { signal } = new AbortController();
  const video = await readFile(join(folder, name));
  for await (const { image, number } of sampleFrames(video, { count, signal, ...PATIENT }))
    frames.push({ number, png: await bmpToPng(image) });
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
