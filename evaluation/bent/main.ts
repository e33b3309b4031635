/**
 * `npm run evaluate -- bent`: photographs bent like turning heads, and real heads in poor images.
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Command } from 'commander';
import type { Sharp } from 'sharp';
import { readConfig } from '../../src/cli/environment.ts';
import { modelPlaces } from '../../src/cli/models/model-places.ts';
import { table } from '../../src/cli/output.ts';
import { cosine } from '../../src/faces/encoding/compare.ts';
import { decodeImage } from '../../src/faces/image/decode.ts';
import type { Picture } from '../../src/faces/image/picture.ts';
import { assessMotion, type MotionResult } from '../../src/faces/liveness/motion/motion.ts';
import { sampleFrames } from '../../src/faces/liveness/video/video.ts';
import { describeMachine } from '../machine.ts';
import { openMeshReader, type ReadFace, type SeenFace } from '../motion/mesh-reader.ts';
import { seededRandom } from '../motion/random.ts';
import { FORGERIES, saved } from './variants.ts';

const LIMITS = { maxPixels: 4e7, maxSide: 900 };
const FRAMES = 24;
/** Examined pairs of frames of a recording. */
const PAIRS = 60;
/** Most milliseconds for decoding a recording. */
const PATIENCE = 300_000;

/** Treatments of frames before they are submitted. */
const CONDITIONS: Readonly<Record<string, (frame: Picture) => Promise<Picture>>> = {
  'as recorded': async (frame) => frame,
  'JPEG at quality 85': (frame) => saved(frame, 85),
  'JPEG at quality 50': (frame) => saved(frame, 50),
  '480 pixels, quality 85': (frame) =>
    saved(frame, 85, (image: Sharp) => image.resize(480, 480, { fit: 'inside' })),
  'blurred, 1.5 pixels': (frame) => saved(frame, 85, (image: Sharp) => image.blur(1.5)),
};

/** Runs the command with the arguments after `bent`. */
export async function evaluateBent(argv: readonly string[]): Promise<void> {
  const { shared, people } = new Command('evaluate bent')
    .exitOverride()
    .description('Refused: photographs bent as a head turns, and heads that really turned.')
    .option('--shared <dir>', 'folder with liveness/videos/live and faces/lfw-dev', '../shared')
    .option('--people <count>', 'people whose photographs are bent', '40')
    .parse([...argv], { from: 'user' })
    .opts<{ shared: string; people: string }>();
  const read = await openMeshReader(await modelPlaces(readConfig()));
  const say = (heading: string[], rows: string[][]) =>
    process.stdout.write(`\n${table(heading, rows)}\n`);
  process.stdout.write(`Bent photographs · ${describeMachine()}\n`);
  say(
    ['bent', 'pairs', 'would pass without the light', 'pass', 'share'],
    await bentRows(shared, Number(people), read),
  );
  say(
    ['heads that turned', 'frames', 'pairs taken for solid', 'of them taken for bent', 'share'],
    await headRows(shared, read),
  );
}

async function bentRows(shared: string, people: number, read: ReadFace): Promise<string[][]> {
  const root = join(shared, 'faces/lfw-dev');
  const names = (await readdir(root)).sort();
  const step = Math.max(1, Math.floor(names.length / people));
  const results = new Map(Object.keys(FORGERIES).map((name) => [name, [] as MotionResult[]]));
  for (const [i, person] of names.entries()) {
    if (i % step !== 0 || i / step >= people) continue;
    const [file] = (await readdir(join(root, person))).sort();
    const { picture } = await decodeImage(await readFile(join(root, person, file!)), LIMITS);
    const mesh = (await read(picture))?.view.mesh;
    if (mesh === undefined) continue;
    const random = seededRandom(i);
    for (const [name, forge] of Object.entries(FORGERIES)) {
      const [first, second] = await forge(picture, mesh, random);
      const [one, other] = [await read(first), await read(second)];
      if (one && other) results.get(name)!.push(assess(one, other));
    }
  }
  return [...results].map(([name, all]) => rowOf([name, String(all.length)], all, isLive));
}

async function headRows(shared: string, read: ReadFace): Promise<string[][]> {
  const folder = join(shared, 'liveness/videos/live');
  const rows: string[][] = [];
  for (const file of (await readdir(folder)).sort()) {
    const frames: Picture[] = [];
    const options = { count: FRAMES, signal: AbortSignal.any([]), timeout: PATIENCE };
    for await (const { image } of sampleFrames(await readFile(join(folder, file)), options))
      frames.push((await decodeImage(image, { ...LIMITS, maxSide: 1920 })).picture);
    for (const [name, change] of Object.entries(CONDITIONS)) {
      const faces: (SeenFace | undefined)[] = [];
      for (const frame of frames) faces.push(await read(await change(frame)));
      rows.push(rowOf([basename(file), name], turnsOf(faces), isBent));
    }
  }
  return rows;
}

/** Pairs of frames, in the same order in every run. */
function turnsOf(faces: readonly (SeenFace | undefined)[]): MotionResult[] {
  const seen = faces.filter((face) => face !== undefined);
  const random = seededRandom(1);
  return seen
    .flatMap((first, i) => seen.slice(i + 1).map((second) => ({ first, second, order: random() })))
    .sort((p, q) => p.order - q.order)
    .slice(0, PAIRS)
    .map(({ first, second }) => assess(first, second));
}

const assess = (one: SeenFace, other: SeenFace): MotionResult =>
  assessMotion(one.view, other.view, true, cosine(one.identity, other.identity));

const isLive = ({ live }: MotionResult) => live;
const isBent = ({ problem }: MotionResult) => problem === 'bent';

/** Counts pairs that the other measures of motion accept, and chosen ones among them. */
function rowOf(head: string[], all: MotionResult[], chosen: (result: MotionResult) => boolean) {
  const solid = all.filter((result) => isLive(result) || isBent(result));
  const count = solid.filter(chosen).length;
  const share = solid.length === 0 ? '–' : `${((100 * count) / solid.length).toFixed(1)} %`;
  return [...head, String(solid.length), String(count), share];
}
