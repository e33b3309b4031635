/** Pictures for `evaluate replay`: frames of recordings, copies of them, photographs of people. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import sharp, { type Sharp } from 'sharp';
import { decodeImage } from '../../src/faces/image/decode.ts';
import { perceptualHashOf } from '../../src/faces/liveness/perceptual-hash.ts';
import { sampleFrames } from '../../src/faces/liveness/video/video.ts';

export interface Film {
  readonly name: string;
  readonly frames: readonly { readonly hash: Uint16Array; readonly second: number }[];
  readonly copies: readonly {
    readonly name: string;
    readonly hash: Uint16Array;
    readonly original: Uint16Array;
  }[];
}

type Size = { readonly width: number; readonly height: number };

const cut =
  (pixels: number) =>
  (file: Sharp, { width, height }: Size) =>
    file
      .extract({
        left: pixels,
        top: pixels,
        width: width - 2 * pixels,
        height: height - 2 * pixels,
      })
      .jpeg({ quality: 90 });
const scaled =
  (factor: number, quality = 90) =>
  (file: Sharp, { width }: Size) =>
    file.resize(Math.round(width * factor)).jpeg({ quality });
const compressed = (quality: number) => (file: Sharp) => file.jpeg({ quality });

/** Ways to save a picture anew. */
export const COPIES: Readonly<Record<string, (file: Sharp, size: Size) => Sharp>> = {
  PNG: (file) => file.png(),
  'JPEG 95': compressed(95),
  'JPEG 70': compressed(70),
  'JPEG 50': compressed(50),
  'JPEG 30': compressed(30),
  'WebP 60': (file) => file.webp({ quality: 60 }),
  'half the size': scaled(0.5),
  'three quarters': scaled(0.75),
  'one and a half': scaled(1.5),
  'half the size, JPEG 30': scaled(0.5, 30),
  'cut by 1 pixel': cut(1),
  'cut by 3 pixels': cut(3),
  'cut by 2 %': (file, size) => cut(Math.round(size.width * 0.02))(file, size),
  '10 % brighter': (file) => file.modulate({ brightness: 1.1 }).jpeg({ quality: 90 }),
};

const LIMITS = { maxPixels: 1e8, maxSide: 1920 };
/** Quality in which pages send what the camera shows. */
const SENT_QUALITY = 92;

const hashOfFile = async (file: Uint8Array) =>
  perceptualHashOf((await decodeImage(file, LIMITS)).picture);

/** Every frame of the live recordings, as a page sends it, and copies of every `every`th one. */
export async function readFilms(
  shared: string,
  every: number,
  note: (message: string) => void,
): Promise<Film[]> {
  const folder = join(shared, 'liveness/videos/live');
  const films: Film[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const sent = await sentFrames(join(folder, name));
    const copies: Film['copies'][number][] = [];
    for (const { file, hash } of sent.filter((_, i) => i % every === 0)) {
      const { width = 0, height = 0 } = await sharp(file).metadata();
      for (const [copy, make] of Object.entries(COPIES)) {
        const anew = await make(sharp(file), { width, height }).toBuffer();
        copies.push({ name: copy, hash: await hashOfFile(anew), original: hash });
      }
    }
    films.push({ name, frames: sent, copies });
    note(`${name}: ${sent.length} frames, ${copies.length} copies`);
  }
  return films;
}

async function sentFrames(path: string) {
  const video = await readFile(path);
  const rate = await framesPerSecond(video);
  const options = { count: 1000, signal: new AbortController().signal, timeout: 600_000 };
  const frames: { file: Buffer; hash: Uint16Array; second: number }[] = [];
  for await (const { image, number } of sampleFrames(video, options)) {
    const { picture } = await decodeImage(image, { ...LIMITS, maxSide: 1280 });
    const { width, height, data } = picture;
    const file = await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: SENT_QUALITY })
      .toBuffer();
    frames.push({ file, hash: await hashOfFile(file), second: number / rate });
  }
  return frames.sort((a, b) => a.second - b.second);
}

async function framesPerSecond(video: Uint8Array): Promise<number> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(video) });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error('no video track');
  return (await track.computePacketStats()).averagePacketRate;
}

/** Perceptual hashes of all photographs of that many people who have several. */
export async function* readPeople(shared: string, most: number): AsyncGenerator<Uint16Array[]> {
  const folder = join(shared, 'faces/lfw-dev');
  let found = 0;
  for (const person of (await readdir(folder)).sort()) {
    const names = await readdir(join(folder, person));
    if (names.length < 2) continue;
    const files = await Promise.all(names.map((name) => readFile(join(folder, person, name))));
    yield await Promise.all(files.map(hashOfFile));
    if (++found === most) return;
  }
}
