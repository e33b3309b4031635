/** `npm run evaluate -- liveness`: what the service answers over HTTP in every mode of liveness. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { describeMachine, readCommit } from '../machine.ts';
import { createClient, startService } from '../service.ts';
import { type Case, casesOf, type Data } from './cases.ts';

interface Answer {
  readonly live: boolean;
  readonly livenessScore: number;
  readonly errors: readonly { readonly errorCode: string }[];
  readonly verificationLevel?: string;
  readonly imageProperties: readonly {
    readonly faces: readonly { readonly movementDirection: number }[];
  }[];
}

/** Calls of one mode on one input. */
interface Row {
  readonly about: Pick<Case, 'mode' | 'input' | 'truth'>;
  readonly answers: Answer[];
}

/** Runs the command with the arguments after `liveness`; prints a table in Markdown. */
export async function evaluateLiveness(argv: readonly string[]): Promise<void> {
  const { sample, ...places } = new Command('evaluate liveness')
    .exitOverride()
    .description('Prints what the service answers over HTTP on recordings, photographs and pairs.')
    .option('--liveness <dir>', 'folder with videos, photos, composites', '../shared/liveness')
    .option('--faces <dir>', 'one sub-folder of photographs a person', '../shared/faces/lfw-dev')
    .option('--pairs <csv>', 'pairs of these: lines a,b,same', '../shared/faces/lfw-dev-pairs.csv')
    .option('--sample <count>', 'photographs, and pairs of each kind, that are used', '60')
    .parse([...argv], { from: 'user' })
    .opts<Omit<Data, 'sample'> & { sample: string }>();
  const dataDir = await mkdtemp(join(tmpdir(), 'prosopon-outcomes-'));
  try {
    const service = await startService(dataDir, 1);
    try {
      const { token } = await createClient(dataDir);
      const rows = await askAll(service.address, token, { ...places, sample: Number(sample) });
      const date = new Date().toISOString().slice(0, 10);
      const about = `${date}, commit ${(await readCommit()) ?? '–'}, ${describeMachine()}`;
      process.stdout.write(`${about}\n\n${tableOf(rows)}\n`);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function askAll(address: string, token: string, data: Data): Promise<Row[]> {
  const rows = new Map<string, Row>();
  const keep = ({ mode, input, truth }: Row['about'], answer: Answer) => {
    const key = `${mode} ${input} ${truth}`;
    const row = rows.get(key) ?? { about: { mode, input, truth }, answers: [] };
    rows.set(key, row);
    row.answers.push(answer);
  };
  for await (const each of casesOf(data)) {
    const answer = await post(address, token, each);
    keep(each, answer);
    for (const [mode, tag] of challengesOf(each, answer))
      keep({ ...each, mode }, await post(address, token, challenged(each, tag)));
  }
  return [...rows.values()];
}

async function post(address: string, token: string, { path, body }: Case): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(address + path, request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Answer;
}

const DIRECTIONS = ['right', 'up', 'left', 'down'] as const;

/**
 * Challenges to two images: the direction nearest to the one measured, which a live movement should
 * meet, and the opposite one, which it should not.
 */
function challengesOf({ mode }: Case, { imageProperties }: Answer): [string, string][] {
  const [face] = imageProperties[1]?.faces ?? [];
  if (mode !== 'two images' || face === undefined) return [];
  const quarter = Math.round(face.movementDirection / 90) % 4;
  return [
    ['challenge, where the head moved', DIRECTIONS[quarter]!],
    ['challenge, the opposite direction', DIRECTIONS[(quarter + 2) % 4]!],
  ];
}

function challenged(each: Case, tag: string): Case {
  const { liveImages } = each.body as { readonly liveImages: readonly object[] };
  const [first, second] = liveImages;
  return { ...each, body: { liveImages: [first, { ...second, tags: [tag] }] } };
}

function tableOf(rows: readonly Row[]): string {
  const lines = [...Map.groupBy(rows, ({ about }) => about.mode).values()].flat().map(lineOf);
  const heading = ['Mode', 'Input', 'Is', 'Calls', 'Answers', 'Mean score', 'Errors'];
  return [heading, heading.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function lineOf({ about, answers }: Row): string[] {
  const { mode, input, truth } = about;
  const outcomes = answers.map(
    ({ verificationLevel, live }) => verificationLevel ?? (live ? 'live' : 'not live'),
  );
  const errors = answers.flatMap((answer) => answer.errors.map(({ errorCode }) => errorCode));
  const scores = answers.map(({ livenessScore }) => livenessScore).filter((score) => score > 0);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return [
    mode,
    input,
    truth,
    String(answers.length),
    counted(outcomes),
    scores.length === 0 ? '–' : mean.toFixed(2),
    counted(errors),
  ];
}

/** `3 × live, 1 × not live`. */
function counted(values: readonly string[]): string {
  const counts = Map.groupBy(values, (value) => value).entries();
  return [...counts]
    .sort(([p], [q]) => p.localeCompare(q))
    .map(([value, { length }]) => (values.length === 1 ? value : `${length} × ${value}`))
    .join(', ');
}
