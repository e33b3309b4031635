/** Films that Chromium plays as its camera: real people of the recordings. */
import { createHash, randomFillSync } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Chromium plays motion JPEG with this many frames a second. */
const FRAMES_PER_SECOND = 30;
/** Frames for which one picture is shown: a tenth of a second, the pace at which pages look. */
const HELD = 3;
/** Seconds for which a head is still. Where the finder is not loaded by then, the film comes round again. */
const FIRST_SECONDS = 2.1;
const STILL_SECONDS = 2.4;
/** Side of the square of noise, and where it lies in the picture, as a share of its size. */
const NOISE = { side: 16, left: 0.3, top: 0.02 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A person who looks straight, then moves and comes back, again and again, as the pictures show it. */
export const personBeforeCamera = (file: string, movement: readonly Buffer[]): Promise<void> =>
  writeFilm(file, [...movement, ...movement.slice(1, -1).toReversed()], movement.length - 1);

/**
 * The first picture and that at `held` for a while, the others for one look. As from a real camera, no two
 * frames that a page looks at are equal.
 */
async function writeFilm(file: string, pictures: readonly Buffer[], held: number): Promise<void> {
  const looks = (seconds: number) => Math.round((seconds * FRAMES_PER_SECOND) / HELD);
  const looksOf = (i: number) =>
    i === 0 ? looks(FIRST_SECONDS) : i === held ? looks(STILL_SECONDS) : 1;
  const parts = await Promise.all(pictures.map((picture, i) => shownFor(picture, looksOf(i))));
  const film = parts.flat().flatMap((frame) => Array.from({ length: HELD }, () => frame));
  // In one step: the browser may be reading the film of before.
  await writeFile(`${file}.new`, Buffer.concat(film));
  await rename(`${file}.new`, file);
}

const shown = new Map<string, Promise<Buffer[]>>();

/** So many frames of a picture, JPEG, each with other noise in a corner of the room; made once. */
async function shownFor(picture: Buffer, frames: number): Promise<Buffer[]> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const key = `${frames} ${createHash('sha256').update(data).digest('hex')}`;
  const made = shown.get(key) ?? makeFrames(data, info, frames);
  shown.set(key, made);
  return made;
}

function makeFrames(data: Buffer, { width, height }: Size, frames: number): Promise<Buffer[]> {
  const { side } = NOISE;
  const [left, top] = [Math.round(width * NOISE.left), Math.round(height * NOISE.top)];
  const noisy = () => {
    const pixels = Buffer.from(data);
    for (let y = top; y < top + side; y++) randomFillSync(pixels, (y * width + left) * 3, side * 3);
    return sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 95 })
      .toBuffer();
  };
  return Promise.all(Array.from({ length: frames }, noisy));
}
