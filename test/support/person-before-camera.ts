/** Films that Chromium plays as its camera: real people of the recordings, or a photograph of one. */
import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { LiveImageBody } from './live-people.ts';

/** Chromium plays motion JPEG with this many frames a second. */
const FRAMES_PER_SECOND = 30;
/** Frames for which one picture is shown: a tenth of a second, in which pages look once. */
const HELD = 3;
/** Seconds for which a head is still. */
const STILL_SECONDS = 1.6;
/** Side of the square of noise, and where it lies in the picture, as a share of its size. */
const NOISE = { side: 16, left: 0.3, top: 0.02 } as const;

/** A person who looks straight, then moves, again and again, as the pair of images shows it. */
export async function personBeforeCamera(
  file: string,
  pair: readonly LiveImageBody[],
): Promise<void> {
  const pictures = pair.map(({ image }) => Buffer.from(image, 'base64'));
  await writeFilm(file, pictures);
}

/** A photograph of a person that somebody shifts aside, again and again. */
export async function stillPhotoBeforeCamera(file: string, photo: LiveImageBody): Promise<void> {
  const picture = Buffer.from(photo.image, 'base64');
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  const aside = Math.round(width / 12);
  const extended = await sharp(picture).extend({ left: aside, extendWith: 'copy' }).toBuffer();
  const shifted = await sharp(extended).extract({ left: 0, top: 0, width, height }).toBuffer();
  await writeFilm(file, [picture, shifted]);
}

/** Each picture for a while. As from a real camera, no two frames that a page looks at are equal. */
async function writeFilm(file: string, pictures: readonly Buffer[]): Promise<void> {
  const looks = Math.round((STILL_SECONDS * FRAMES_PER_SECOND) / HELD);
  const frames = await Promise.all(
    pictures.flatMap((picture) => Array.from({ length: looks }, () => withNoise(picture))),
  );
  const film = frames.flatMap((frame) => Array.from({ length: HELD }, () => frame));
  // In one step: the browser may be reading the film of before.
  await writeFile(`${file}.new`, Buffer.concat(film));
  await rename(`${file}.new`, file);
}

async function withNoise(picture: Buffer): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  const { side } = NOISE;
  const raw = { width: side, height: side, channels: 3 } as const;
  const noise = {
    input: randomBytes(side * side * 3),
    raw,
    left: Math.round(width * NOISE.left),
    top: Math.round(height * NOISE.top),
  };
  return sharp(picture).composite([noise]).jpeg({ quality: 95 }).toBuffer();
}
