/** Photographs and video for the measurements: one face, cut from an image in an npm package. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { makeVideo } from '../evaluation/liveness/make-video.ts';
import { gaussian, randomNumbers } from './random.ts';

export const SIZES = [
  { name: '640×480', width: 640, height: 480 },
  { name: '1200×1600', width: 1200, height: 1600 },
  { name: '12 MP', width: 4000, height: 3000 },
] as const;

export type SizeName = (typeof SIZES)[number]['name'];

/** JPEG files by size. */
export type Photographs = Readonly<Record<SizeName, Buffer>>;

/**
 * The face in sample 1, in its pixels. YuNet is as certain of it as of most portraits (0.93 to 0.94;
 * median of LFW 0.94, 5 % below 0.93), so that its first look decides.
 */
const FACE = { x: 512, y: 492 };
/** Width of the cut before it is scaled. */
const CUT_WIDTH = 576;
/** Standard deviation of the noise, in grey levels. It makes files as large as a camera's. */
const NOISE = 6;
/** Side of the square of noise, which is tiled. */
const GRAIN = 256;

const require = createRequire(import.meta.url);
const SAMPLE = join(
  dirname(require.resolve('@vladmandic/face-api/package.json')),
  'demo/sample1.jpg',
);

/** Makes the JPEGs. The face fills two fifths of the width. */
export async function makePhotographs(): Promise<Photographs> {
  const grain = makeGrain();
  const made = SIZES.map(async ({ name, width, height }) => {
    const cutHeight = Math.round((CUT_WIDTH * height) / width);
    const left = FACE.x - CUT_WIDTH / 2;
    const top = Math.round(FACE.y - cutHeight / 2);
    const cut = await sharp(SAMPLE)
      .extract({ left, top, width: CUT_WIDTH, height: cutHeight })
      .resize(width, height)
      .toBuffer();
    const raw = { width: GRAIN, height: GRAIN, channels: 3 } as const;
    const file = await sharp(cut)
      .composite([{ input: grain, raw, tile: true, blend: 'hard-light' }])
      .jpeg({ quality: 88 })
      .toBuffer();
    return [name, file] as const;
  });
  return Object.fromEntries(await Promise.all(made)) as unknown as Photographs;
}

/** Identical in every run. */
function makeGrain(): Buffer {
  const random = randomNumbers(5);
  const grain = new Uint8ClampedArray(GRAIN * GRAIN * 3);
  for (let i = 0; i < grain.length; i++) grain[i] = 128 + 2 * NOISE * gaussian(random);
  return Buffer.from(grain.buffer);
}

/** The photograph of 640 × 480 a moment later, when the head has come nearer. */
export function moveSlightly(jpeg: Buffer): Promise<Buffer> {
  return sharp(jpeg)
    .extract({ left: 30, top: 20, width: 600, height: 450 })
    .resize(640, 480)
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** Ten seconds of 720p with thirty frames a second (H.264) of a swaying face. */
export async function makeVideoOf(jpeg: Buffer): Promise<Uint8Array> {
  const large = await sharp(jpeg).resize(1400, 1050).toBuffer();
  const frames = await Promise.all(
    Array.from({ length: 30 }, (_, i) => {
      const left = 60 + Math.round(50 * Math.sin((i / 30) * 2 * Math.PI));
      return sharp(large).extract({ left, top: 150, width: 1280, height: 720 }).jpeg().toBuffer();
    }),
  );
  const shown = Array.from({ length: 300 }, (_, i) => frames[i % frames.length]!);
  return makeVideo(shown, { framesPerSecond: 30 });
}
