/** Recorded heads that turn to both sides, judged as a login does. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cosine } from '../../src/faces/encoding/compare.ts';
import { decodeImage } from '../../src/faces/image/decode.ts';
import type { Picture } from '../../src/faces/image/picture.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import { bestTurned } from '../../src/faces/liveness/burst/turned-frames.ts';
import { isSamePerson } from '../../src/faces/liveness/identity.ts';
import { assessMotion, type MotionResult } from '../../src/faces/liveness/motion/motion.ts';
import { sampleFrames } from '../../src/faces/liveness/video/video.ts';
import { movedBetween } from '../liveness/clip.ts';
import type { ReadFace, SeenFace } from '../motion/mesh-reader.ts';
import { seededRandom } from '../motion/random.ts';
import { HEIGHTS, RATIO } from './puppet.ts';

/** A frame as pages send it: an image, and a small one. */
interface Shot {
  readonly image: SeenFace;
  readonly frame: SeenFace;
}

const FRAMES = 60;
const PATIENCE = 300_000;
const LIMITS = { maxPixels: 4e7, maxSide: 1920 };
/** Attempts of a recording, and degrees of their turns. */
const ATTEMPTS = 40;
const TURNS = { least: 7, most: 35 } as const;

/** By recording: attempts that all else accepts, those among them taken for bent, and their share. */
export async function followedRows(shared: string, read: ReadFace): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [name, pictures] of await recordingsIn(shared)) {
    const shots: Shot[] = [];
    for await (const picture of pictures) {
      const [image, frame] = [await portrait(picture, 'image'), await portrait(picture, 'frame')];
      const seen = { image: await read(image), frame: await read(frame) };
      if (seen.image && seen.frame) shots.push({ image: seen.image, frame: seen.frame });
    }
    const attempts = attemptsOf(shots);
    const solid = attempts.filter(({ live, problem }) => live || problem === 'bent');
    const bent = solid.filter(({ live }) => !live).length;
    if (solid.length > 0)
      rows.push([
        name,
        `${solid.length}`,
        `${bent}`,
        `${((100 * bent) / solid.length).toFixed(1)} %`,
      ]);
  }
  return rows;
}

async function recordingsIn(shared: string) {
  const folder = join(shared, 'liveness/videos/live');
  const films = (await readdir(folder)).sort().map((file) => join(folder, file));
  const rooms = join(shared, 'liveness/rooms/live');
  const photographs = (await readdir(rooms)).sort().map((file) => join(rooms, file));
  return [
    ...[...films, join(shared, 'faces/photos/short_hamilton_clip.mp4')].map(
      (path) => [basename(path), framesOf(path)] as const,
    ),
    ['rooms', picturesOf(photographs)] as const,
  ];
}

async function* framesOf(path: string): AsyncGenerator<Picture> {
  const patience = { timeout: PATIENCE, patience: PATIENCE };
  const options = { count: FRAMES, signal: AbortSignal.any([]), ...patience };
  for await (const { image } of sampleFrames(await readFile(path), options))
    yield (await decodeImage(image, LIMITS)).picture;
}

async function* picturesOf(paths: readonly string[]): AsyncGenerator<Picture> {
  for (const path of paths) yield (await decodeImage(await readFile(path), LIMITS)).picture;
}

async function portrait({ width, height, data }: Picture, size: keyof typeof HEIGHTS) {
  const tall = HEIGHTS[size];
  const image = sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: tall * RATIO, height: tall, fit: 'cover' })
    .jpeg({ quality: size === 'image' ? 92 : 85 });
  return (await decodeImage(await image.toBuffer(), LIMITS)).picture;
}

/** Pairs in the same order in every run, each with the frames of the recording that fit best. */
function attemptsOf(shots: readonly Shot[]): MotionResult[] {
  const random = seededRandom(5);
  return shots
    .flatMap((first) => shots.filter((shot) => shot !== first).map((second) => ({ first, second })))
    .map((pair) => ({ ...pair, order: random() }))
    .sort((p, q) => p.order - q.order)
    .filter(({ first, second }) => {
      const turn = Math.abs(movedBetween(first.image.view, second.image.view).right);
      return turn >= TURNS.least && turn <= TURNS.most;
    })
    .slice(0, ATTEMPTS)
    .map(({ first: { image: one }, second: { image: other } }) => {
      const others = shots.map(({ frame }) => frame).filter((_, i) => shots[i]!.image !== other);
      const turned = bestTurned(one.view, others).map((i) => {
        const { view, identity } = others[i]!;
        return { view, likeness: cosine(one.identity, identity) };
      });
      const samePerson = isSamePerson(one.identity, other.identity);
      const likeness = cosine(one.identity, other.identity);
      return assessMotion(one.view, other.view, samePerson, likeness, turned);
    });
}
