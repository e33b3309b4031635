/** `npm run evaluate -- clips`: what is decided on videos of live people and of attacks, by species. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import type { LivenessDecision } from '../../src/faces/liveness/decide.ts';
import { examineVideo } from '../../src/operations/liveness/detect-video-liveness.ts';
import { wilsonInterval } from '../conditions/error-rates.ts';
import { percent } from '../figures.ts';
import { describeMachine, readCommit } from '../machine.ts';
import { OWN, withEngine } from './engine.ts';

/** Clips of one folder and what was decided on each. */
interface Species {
  readonly name: string;
  readonly decisions: readonly LivenessDecision[];
  /** Seconds of processor and waiting for each clip. */
  readonly seconds: readonly number[];
}

const LIVE = 'live';

const parse = (argv: readonly string[]) =>
  new Command('evaluate clips')
    .exitOverride()
    .description('Prints APCER of every species of attack, and BPCER, by clip.')
    .option(
      '--data <dir>',
      `sub-folders of clips: ${LIVE}, and one for each species of attack`,
      '../shared/liveness/videos',
    )
    .option('--own', OWN)
    .parse(argv, { from: 'user' })
    .opts<{ data: string; own?: boolean }>();

/** @throws Error no data, or the networks are not installed */
export async function evaluateClips(argv: readonly string[]): Promise<void> {
  const { data, own = false } = parse(argv);
  const folders = (await readdir(data, { withFileTypes: true })).filter((each) =>
    each.isDirectory(),
  );
  const names = folders.map(({ name }) => name).sort();
  const all = await withEngine(own, async (engine) => {
    const found: Species[] = [];
    for (const name of names) found.push(await judge(engine, name, join(data, name)));
    return found;
  });
  const date = new Date().toISOString().slice(0, 10);
  const about = `${date}, commit ${(await readCommit()) ?? '–'}, ${describeMachine()}`;
  process.stdout.write(`${about}\n\n${tableOf(all)}\n`);
}

async function judge(engine: FaceEngine, name: string, folder: string): Promise<Species> {
  const decisions: LivenessDecision[] = [];
  const seconds: number[] = [];
  for (const file of (await readdir(folder)).sort()) {
    const bytes = await readFile(join(folder, file));
    const begun = performance.now();
    const { decision } = await examineVideo(engine, bytes, { signal: AbortSignal.any([]) });
    seconds.push((performance.now() - begun) / 1000);
    decisions.push(decision);
  }
  return { name, decisions, seconds };
}

function tableOf(all: readonly Species[]): string {
  const heading = ['Clips of', 'Number', 'Error', '95 %', 'Reasons', 'Median seconds'];
  const lines = all.toSorted((p, q) => Number(q.name === LIVE) - Number(p.name === LIVE));
  return [heading, heading.map(() => '---'), ...lines.map(lineOf)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** The error is BPCER of live people, who are refused, and APCER of attacks, which are called live. */
function lineOf({ name, decisions, seconds }: Species): string[] {
  const { length } = decisions;
  const wrong = decisions.filter(({ live }) => live !== (name === LIVE)).length;
  const [low, high] = wilsonInterval(wrong, length);
  return [
    name,
    String(length),
    `${name === LIVE ? 'BPCER' : 'APCER'} ${percent(wrong / length, 1)}`,
    `${percent(low, 1)} – ${percent(high, 1)}`,
    reasonsOf(decisions),
    seconds.toSorted((p, q) => p - q)[length >> 1]!.toFixed(1),
  ];
}

/** How many clips have each error code first. */
function reasonsOf(decisions: readonly LivenessDecision[]): string {
  const first = decisions.flatMap(({ errors }) => errors[0]?.errorCode ?? []);
  const counts = [...Map.groupBy(first, (code) => code)];
  return counts.map(([code, { length }]) => `${length} × ${code}`).join(', ') || '–';
}
