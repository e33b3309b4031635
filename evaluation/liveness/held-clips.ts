/** `npm run evaluate -- held-clips`: clips of pictures that move in a hand before a camera. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../../src/cli/environment.ts';
import { decodeImage } from '../../src/faces/image/decode.ts';
import type { Picture } from '../../src/faces/image/picture.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import { renderSheet, type SheetPose } from '../motion/flat-view.ts';
import { seededRandom } from '../motion/random.ts';
import { createJudge } from '../pad/judge.ts';
import { makeVideo } from './make-video.ts';

const CAMERA = { width: 480, height: 640, focal: 620 };
const LIMITS = { maxPixels: 4e7, maxSide: 960 };
const RATE = 10;
const SECONDS = 4.8;
/** The camera's noise, in grey levels. */
const NOISE = 2;

interface Options {
  readonly from: string;
  readonly into: string;
  readonly count: string;
  readonly reach?: string;
}

/** @throws Error no images */
export async function makeHeldClips(argv: readonly string[]): Promise<void> {
  const { from, into, count, reach } = new Command('evaluate held-clips')
    .exitOverride()
    .description('Makes clips of pictures that are tilted, turned and moved by a hand, as planes.')
    .requiredOption('--from <dir>', 'photographs of prints and screens')
    .requiredOption('--into <dir>', 'folder for the clips')
    .option('--count <images>', 'how many, at equal distances in the list', '12')
    .option('--reach <boxes>', 'cuts to so many face boxes first, so that they fill the frame')
    .parse([...argv], { from: 'user' })
    .opts<Options>();
  const files = (await readdir(from)).filter((name) => /\.(jpe?g|png)$/i.test(name)).sort();
  await mkdir(into, { recursive: true });
  const config = readConfig();
  const judge = await createJudge(config, config.maxPixels);
  const step = Math.max(1, files.length / Number(count));
  for (let i = 0; i < Math.min(files.length, Number(count)); i++) {
    const file = files[Math.floor(i * step)]!;
    const image = await readFile(join(from, file));
    const cut = reach === undefined ? image : await judge.cut(image, Number(reach));
    if (cut === undefined) continue;
    const { picture } = await decodeImage(cut, LIMITS);
    await writeFile(
      join(into, `${parse(file).name}.mp4`),
      await heldClip(picture, seededRandom(i + 1)),
    );
  }
}

/** The picture fills the camera's view and hardly more. */
async function heldClip(picture: Picture, random: () => number): Promise<Uint8Array> {
  const between = (low: number, high: number) => low + (high - low) * random();
  const swing = (most: number) => {
    const [size, pace, phase] = [between(0.5, 1) * most, between(0.15, 0.45), random()];
    return (at: number) => size * Math.sin(2 * Math.PI * (pace * at + phase));
  };
  const tilt = swing(20);
  const [roll, near, right, down] = [swing(4), swing(0.06), swing(0.03), swing(0.03)];
  const tiltDirection = between(-30, 30);
  const across = CAMERA.focal / CAMERA.width;
  const upright = ((CAMERA.focal / CAMERA.height) * picture.height) / picture.width;
  const distance = 0.9 * Math.min(across, upright);
  const frames: Buffer[] = [];
  for (let at = 0; at < SECONDS; at += 1 / RATE) {
    const pose: SheetPose = {
      ...{ tilt: tilt(at), tiltDirection, roll: roll(at), distance: distance * (1 + near(at)) },
      ...{ shiftX: right(at), shiftY: down(at), bend: 0, light: 1 },
    };
    const { width, height, data } = renderSheet(picture, pose, CAMERA, picture);
    for (let p = 0; p < data.length; p++)
      data[p] = Math.max(0, Math.min(255, data[p]! + NOISE * (random() + random() - 1) * 2.4));
    frames.push(
      await sharp(data, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer(),
    );
  }
  return makeVideo(frames, { framesPerSecond: RATE });
}
