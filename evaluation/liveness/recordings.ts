/**
 * `npm run evaluate -- recordings`: frames, pairs and challenges of recordings, with and without
 * texture.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { table } from '../../src/cli/output.ts';
import { DIRECTIONS, type Direction } from '../../src/directions.ts';
import type { FaceEngine, LiveAnalysis } from '../../src/faces/analysis.ts';
import { decideLiveness } from '../../src/faces/liveness/decide.ts';
import { comparePair } from '../../src/faces/liveness/motion/pair.ts';
import { sampleFrames } from '../../src/faces/liveness/video/video.ts';
import { percent } from '../figures.ts';
import { OWN, withEngine } from './engine.ts';

/** Most milliseconds for decoding a recording. */
const PATIENCE = 300_000;

interface Options {
  readonly data: string;
  readonly frames: string;
  readonly own?: boolean;
  readonly texture: boolean;
}

const parse = (argv: readonly string[]): Options =>
  new Command('evaluate recordings')
    .exitOverride()
    .description(
      'Decides on frames of recordings alone, and on pairs of them, as the service does.',
    )
    .option('--data <dir>', 'folder with videos/live and videos/replay', '../shared/liveness')
    .option('--frames <count>', 'frames of each recording, at equal distances', '8')
    .option('--own', OWN)
    .option('--no-texture', 'as if no texture spoke against anybody')
    .parse(argv, { from: 'user' })
    .opts<Options>();

/** Calls accepted as live, and all calls. */
type Tally = Record<'one' | 'two' | 'chance' | 'best', [live: number, of: number]>;

/** @throws Error no data, or the networks are not installed */
export async function evaluateRecordings(argv: readonly string[]): Promise<void> {
  const { data, frames, own = false, texture } = parse(argv);
  const rows = await withEngine(own, async (engine) => {
    const found: string[][] = [];
    for (const kind of ['live', 'replay'])
      for (const name of (await readdir(join(data, 'videos', kind))).sort()) {
        const clip = await analysed(engine, join(data, 'videos', kind, name), Number(frames));
        found.push([name, kind, ...shares(tallyOf(texture ? clip : clip.map(withoutTexture)))]);
      }
    return found;
  });
  const heading = ['CLIP', 'IS', 'ONE IMAGE', 'TWO', 'CHALLENGE, ANY', 'CHALLENGE, BEST'];
  process.stdout.write(`${table(heading, rows)}\n`);
}

async function analysed(engine: FaceEngine, path: string, count: number): Promise<LiveAnalysis[]> {
  const images: Uint8Array[] = [];
  const options = { count, signal: AbortSignal.any([]), timeout: PATIENCE, patience: PATIENCE };
  for await (const { image } of sampleFrames(await readFile(path), options)) images.push(image);
  const found: LiveAnalysis[] = [];
  for (const image of images) found.push(await engine.analyseLiveness(image, { identity: true }));
  return found;
}

/** The analysis as if the texture had passed. */
function withoutTexture(analysis: LiveAnalysis): LiveAnalysis {
  const passive = analysis.passive && { ...analysis.passive, live: analysis.passive.decided };
  return passive === undefined ? analysis : { ...analysis, passive };
}

/**
 * Each frame alone, and the first with each other: without a challenge, with any, with the best.
 */
function tallyOf([first, ...others]: readonly LiveAnalysis[]): Tally {
  const tally: Tally = { one: [0, 0], two: [0, 0], chance: [0, 0], best: [0, 0] };
  const count = (key: keyof Tally, live: boolean) => {
    tally[key][0] += Number(live);
    tally[key][1] += 1;
  };
  const live = (analyses: readonly LiveAnalysis[], tags: readonly Direction[] = []) => {
    const named = analyses.map((analysis, i) => ({ field: `liveImages[${i}]`, analysis }));
    const [one, two] = analyses;
    return decideLiveness(named, two && comparePair(one!, two, tags)).live;
  };
  if (first === undefined) return tally;
  for (const analysis of [first, ...others]) count('one', live([analysis]));
  for (const other of others) {
    count('two', live([first, other]));
    const met = DIRECTIONS.map((tag) => live([first, other], [tag]));
    for (const each of met) count('chance', each);
    count('best', met.includes(true));
  }
  return tally;
}

const shares = (tally: Tally) =>
  Object.values(tally).map(([live, of]) => `${percent(live / of, 0)} of ${of}`);
