/** `npm run evaluate -- liveness`: what the liveness operations answer on recordings and photographs. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../../src/cli/environment.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { createFaceEngine } from '../../src/faces/engine.ts';
import type { LivenessDecision } from '../../src/faces/liveness/decide.ts';
import { sampleFrames } from '../../src/faces/liveness/video.ts';
import { examineLiveImages } from '../../src/operations/detect-liveness.ts';
import { examineVideo } from '../../src/operations/detect-video-liveness.ts';
import { describeMachine, readCommit } from '../machine.ts';

interface Outcome {
  readonly operation: string;
  readonly input: string;
  /** What the input is: a person, or an attack. */
  readonly truth: 'live' | 'attack';
  readonly decision: LivenessDecision;
  readonly milliseconds: number;
}

/** Frames of a recording that pairs are made of: the first with each of the others. */
const PAIR_FRAMES = 8;

/** Runs the command with the arguments after `liveness`; prints a table in Markdown. */
export async function evaluateLiveness(argv: readonly string[]): Promise<void> {
  const { data } = new Command('evaluate liveness')
    .description('Prints what every liveness operation answers on recordings and photographs.')
    .option('--data <dir>', 'folder with videos/live, videos/replay, photos', '../shared/liveness')
    .parse([...argv], { from: 'user' })
    .opts<{ data: string }>();
  const { dataDir, modelsDir, maxPixels } = readConfig();
  const engine = await createFaceEngine({ dataDir, modelsDir, maxPixels, workers: 1 });
  try {
    const rows: string[] = [];
    for await (const outcome of outcomes(engine, data)) rows.push(row(outcome));
    const date = new Date().toISOString().slice(0, 10);
    const about = `${date}, commit ${(await readCommit()) ?? '–'}, ${describeMachine()}`;
    const heading = '| Operation | Input | Is | Answer | Score | Errors | ms |';
    process.stdout.write(
      [about, '', heading, '|---|---|---|---|---|---|---|', ...rows, ''].join('\n'),
    );
  } finally {
    await engine.close();
  }
}

function row({ operation, input, truth, decision, milliseconds }: Outcome): string {
  const { live, livenessScore, errors } = decision;
  const answer = live ? 'live' : 'not live';
  const codes = [...new Set(errors.map(({ errorCode }) => errorCode))].join(', ');
  const wrong = live === (truth === 'live') ? '' : ' ✗';
  const cells = [operation, input, truth, answer + wrong, livenessScore.toFixed(2), codes];
  return `| ${[...cells, milliseconds.toFixed(0)].join(' | ')} |`;
}

async function* outcomes(engine: FaceEngine, data: string): AsyncGenerator<Outcome> {
  const { signal } = new AbortController();
  const timed = async (
    about: Pick<Outcome, 'operation' | 'input' | 'truth'>,
    decide: () => Promise<LivenessDecision>,
  ): Promise<Outcome> => {
    const begun = performance.now();
    const decision = await decide();
    return { ...about, decision, milliseconds: performance.now() - begun };
  };
  const images = async (...bytes: readonly Uint8Array[]) => {
    const given = bytes.map((one, i) => ({ bytes: one, field: `image ${i + 1}`, tags: [] }));
    return (await examineLiveImages(engine, given, signal)).decision;
  };

  for (const input of await names(data, 'photos')) {
    const truth = input.startsWith('original') ? 'live' : 'attack';
    const bytes = await readFile(join(data, 'photos', input));
    yield await timed({ operation: 'one image', input, truth }, () => images(bytes));
  }
  for (const [folder, truth] of [
    ['videos/live', 'live'],
    ['videos/replay', 'attack'],
  ] as const)
    for (const name of await names(data, folder)) {
      const video = await readFile(join(data, folder, name));
      const about = { operation: 'video', input: name, truth };
      yield await timed(about, async () => (await examineVideo(engine, video, signal)).decision);
      let first: Uint8Array | undefined;
      for await (const { image, number } of sampleFrames(video, { count: PAIR_FRAMES, signal })) {
        const pair = { operation: 'two images', input: `${name} ${number}`, truth };
        const before = first;
        if (before !== undefined) yield await timed(pair, () => images(before, image));
        first ??= image;
      }
    }
}

const names = async (data: string, folder: string): Promise<string[]> =>
  (await readdir(join(data, folder)).catch((): string[] => [])).sort();
