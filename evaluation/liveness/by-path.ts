/** `npm run evaluate -- liveness`: passing attacks and refused live people, by path. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { DIRECTIONS } from '../../src/directions.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import {
  examineLiveImages,
  type SubmittedLiveImage,
} from '../../src/operations/liveness/detect-liveness.ts';
import { examineVideo } from '../../src/operations/liveness/detect-video-liveness.ts';
import { exactInterval } from '../exact-interval.ts';
import { percent } from '../figures.ts';
import { describeMachine, readCommit } from '../machine.ts';
import { bestTurn, directionOf, type Frame, imagesOf, isTurn, readClip, turnsOf } from './clip.ts';
import { OWN, withEngine } from './engine.ts';

const PATHS = ['one image', 'motion', 'burst', 'challenge', 'video'] as const;
type Path = (typeof PATHS)[number];

/** Share of attempts with one clip that passed as live, 0..1, by possible path. */
type Outcome = Readonly<Partial<Record<Path, number>>>;

const LIVE = 'live';
const IMAGE = /\.(jpe?g|png|webp)$/i;
const WORK = { signal: AbortSignal.any([]) };

/**
 * Runs the command with the arguments after `liveness`.
 * @throws Error no data, or the networks are not installed
 */
export async function evaluateLiveness(argv: readonly string[]): Promise<void> {
  const { data, own = false } = new Command('evaluate liveness')
    .exitOverride()
    .description('Prints APCER of each species of attack, and BPCER, by path: a clip counts once.')
    .option(
      '--data <dir>',
      `sub-folders of clips or images: ${LIVE}, and one for each species of attack`,
      '../shared/liveness/videos',
    )
    .option('--own', OWN)
    .parse([...argv], { from: 'user' })
    .opts<{ data: string; own?: boolean }>();
  const folders = await readdir(data, { withFileTypes: true });
  const species = folders.filter((each) => each.isDirectory()).map(({ name }) => name);
  if (species.length === 0) throw new Error(`${data}: no folders of clips`);
  const rows = await withEngine(own, async (engine) => {
    const found: string[][] = [];
    for (const name of species.toSorted((p, q) => Number(q === LIVE) - Number(p === LIVE)))
      found.push(rowOf(name, await judgeFolder(engine, name, join(data, name))));
    return found;
  });
  const date = new Date().toISOString().slice(0, 10);
  const about = `${date}, commit ${(await readCommit()) ?? '–'}, ${describeMachine()}`;
  const heading = ['Species', 'Samples', ...PATHS];
  const lines = [heading, heading.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  process.stdout.write(`${about}\n\n${lines.join('\n')}\n`);
}

async function judgeFolder(engine: FaceEngine, species: string, folder: string) {
  const outcomes: Outcome[] = [];
  for (const file of (await readdir(folder)).sort()) {
    const bytes = await readFile(join(folder, file));
    const outcome = IMAGE.test(file)
      ? { 'one image': await passes(engine, [{ bytes, field: 'image', tags: [] }]) }
      : await judgeClip(engine, bytes, species === LIVE);
    process.stderr.write(`${species}/${file} ${JSON.stringify(outcome)}\n`);
    outcomes.push(outcome);
  }
  return outcomes;
}

async function judgeClip(engine: FaceEngine, video: Uint8Array, isLive: boolean): Promise<Outcome> {
  const frames = await readClip(engine, video);
  const middle = { bytes: frames[frames.length >> 1]!.image, field: 'image', tags: [] };
  const { decision } = await examineVideo(engine, video, WORK);
  return {
    'one image': await passes(engine, [middle]),
    video: Number(decision.live),
    ...(await judgeTurns(engine, frames, isLive)),
  };
}

/** A person does as asked. An attacker uses the part of the clip that answers best. */
async function judgeTurns(
  engine: FaceEngine,
  frames: readonly Frame[],
  isLive: boolean,
): Promise<Outcome> {
  const turns = turnsOf(frames);
  const best = bestTurn(frames, turns);
  if (best === undefined) return isLive ? {} : { motion: 0, burst: 0, challenge: 0 };
  // A person who did not turn was not asked to.
  if (isLive && !isTurn(best)) return {};
  const asked = isLive ? [directionOf(best)] : DIRECTIONS;
  let answered = 0;
  for (const direction of asked) {
    const turn = bestTurn(frames, turns, direction)!;
    answered += await passes(engine, imagesOf(frames, turn, { tags: [direction], burst: true }));
  }
  return {
    motion: await passes(engine, imagesOf(frames, best, {})),
    burst: await passes(engine, imagesOf(frames, best, { burst: true })),
    challenge: answered / asked.length,
  };
}

async function passes(engine: FaceEngine, images: readonly SubmittedLiveImage[]): Promise<number> {
  const { decision } = await examineLiveImages(engine, images, WORK);
  return Number(decision.live);
}

/** Errors: passing attacks, refused live people. `–`: no clip could take the path. */
function rowOf(species: string, outcomes: readonly Outcome[]): string[] {
  const cells = PATHS.map((path) => {
    const measured = outcomes.flatMap((outcome) => outcome[path] ?? []);
    if (measured.length === 0) return '–';
    const passed = measured.reduce((sum, share) => sum + share, 0);
    const wrong = species === LIVE ? measured.length - passed : passed;
    const [low, high] = exactInterval(wrong, measured.length);
    const count = measured.length === outcomes.length ? '' : `, ${measured.length} clips`;
    return `${percent(wrong / measured.length, 0)} (${percent(low, 0)} – ${percent(high, 0)})${count}`;
  });
  return [`${species}, ${species === LIVE ? 'BPCER' : 'APCER'}`, String(outcomes.length), ...cells];
}
