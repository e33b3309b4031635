/**
 * `npm run evaluate -- head-coverings`: sets the limit of NoHeadCoverings on some people, and
 * judges it on others.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Command } from 'commander';
import { readConfig } from '../../src/cli/environment.ts';
import { table } from '../../src/cli/output.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { createFaceEngine } from '../../src/faces/engine.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import { HEAD_LIMIT, headEvidence } from '../../src/faces/quality/head-covering.ts';
import { readDataset } from '../dataset.ts';
import { describeMachine, readCommit } from '../machine.ts';
import { readDressed } from './dressed.ts';
import { measure } from './measure.ts';
import { cap, headScarf, type Spoil } from './spoil.ts';

/**
 * A fifth of the people of LFW was kept from training. Half of them set the limit, half judge it.
 */
const APART = 5;
const halfOf = (person: string) => (crc32(person) % (2 * APART) === 0 ? 'sets' : 'judges');
/** Counted photographs of a person, as in training. */
const MOST = 3;
/** Promised share of bare heads in the first half above the limit. */
const ABOVE = 0.01;
/** Every so many bare heads of the second half get a drawn covering. */
const DRAWN_ON = 6;
/** Office photographs with a cap or scarf. */
const COVERED = new Set(
  '01 02 03 05 11 12 13 14 16 17 18 19 20 21 22 23 24 25 27 28 29 30 31 48 49'.split(' '),
);
const DRAWN: Readonly<Record<string, Spoil>> = {
  'dark cap drawn': cap([29, 44, 80]),
  'red cap drawn': cap([150, 30, 38]),
  'black scarf drawn': headScarf([24, 24, 28]),
  'light scarf drawn': headScarf([196, 184, 160]),
};

interface Options {
  readonly data: string;
  readonly lfw: string;
  readonly london: string;
  readonly limit?: string;
  readonly evidence?: string;
}

/** An image, its row, and the networks' values for its head. Undefined: not graded. */
interface Seen {
  readonly file: string;
  readonly row: string;
  readonly evidence: number | undefined;
}

/** Prints the limit of the first half, and heads that it and the shipped limit call covered. */
export async function evaluateHeadCoverings(argv: readonly string[]): Promise<void> {
  const options = new Command('evaluate head-coverings')
    .exitOverride()
    .description('Sets the limit of NoHeadCoverings on half of the people kept apart; judges it.')
    .option('--data <dir>', 'folder with offices', '../shared/liveness')
    .option('--lfw <dir>', 'photographs of Labeled Faces in the Wild', '../shared/faces/lfw-dev')
    .option('--london <dir>', 'portraits of the London Set, all bare', '../shared/faces/london')
    .option('--limit <sum>', 'compare with this limit, too')
    .option('--evidence <file>', 'writes what the networks say of each picture, as JSON')
    .parse([...argv], { from: 'user' })
    .opts<Options>();
  const engine = await createFaceEngine({ ...readConfig(), workers: 1 });
  const seen: Seen[] = [];
  try {
    seen.push(...(await keptApart(engine, options.lfw)));
    for (const name of (await readdir(options.london)).sort())
      if (name.endsWith('.jpg'))
        seen.push(await look(engine, join(options.london, name), 'London Set, bare'));
    for (const name of (await readdir(join(options.data, 'offices'))).sort()) {
      const row = COVERED.has(basename(name, '.jpg')) ? 'offices, covered' : 'offices, bare';
      seen.push(await look(engine, join(options.data, 'offices', name), row));
    }
  } finally {
    await engine.close();
  }
  if (options.evidence !== undefined)
    await writeFile(options.evidence, JSON.stringify(seen, null, 1));
  const limits = { shipped: HEAD_LIMIT, 'of the first half': limitOf(seen) };
  await report(seen, {
    ...limits,
    ...(options.limit === undefined ? {} : { asked: Number(options.limit) }),
  });
}

/** People outside all training, unchanged, and some of the second half with drawn coverings. */
async function keptApart(engine: FaceEngine, lfw: string): Promise<Seen[]> {
  const dressed = await readDressed();
  const { images } = await readDataset(lfw, (person) => crc32(person) % APART === 0);
  const counts = new Map<string, number>();
  const seen: Seen[] = [];
  let bare = 0;
  for (const { path, person } of images) {
    const count = (counts.get(person) ?? 0) + 1;
    counts.set(person, count);
    const worn = dressed(path);
    if (count > MOST || worn.includes('unsure')) continue;
    const file = join(lfw, path);
    const half = halfOf(person);
    const row = `LFW, ${half}, ${worn.includes('head') ? 'covered' : 'bare'}`;
    seen.push(await look(engine, file, row));
    if (half !== 'judges' || worn.length > 0 || bare++ % DRAWN_ON !== 0) continue;
    for (const [name, draw] of Object.entries(DRAWN))
      seen.push(await look(engine, file, name, draw));
  }
  return seen;
}

async function look(engine: FaceEngine, file: string, row: string, draw?: Spoil): Promise<Seen> {
  const image = await readFile(file);
  const shown = draw === undefined ? image : await drawnOn(engine, image, draw);
  const raw =
    shown === undefined
      ? undefined
      : (await measure(engine, shown)).get('NoHeadCoverings')?.rawValue;
  return { file: basename(file), row, evidence: raw === undefined ? raw : headEvidence(raw) };
}

async function drawnOn(
  engine: FaceEngine,
  image: Uint8Array,
  draw: Spoil,
): Promise<Buffer | undefined> {
  const png = await sharp(image).autoOrient().removeAlpha().png().toBuffer();
  const [face] = (await engine.analyse(png)).faces;
  return face === undefined ? undefined : draw({ png, face });
}

/** The limit at which {@link ABOVE} of the bare heads of the first half count as covered. */
function limitOf(seen: readonly Seen[]): number {
  const bare = seen.flatMap(({ row, evidence }) =>
    row === 'LFW, sets, bare' && evidence !== undefined ? [evidence] : [],
  );
  bare.sort((a, b) => b - a);
  const above = Math.floor(ABOVE * bare.length);
  return (bare[above]! + bare[Math.max(0, above - 1)]!) / 2;
}

async function report(
  seen: readonly Seen[],
  limits: Readonly<Record<string, number>>,
): Promise<void> {
  const names = [...new Set(seen.map(({ row }) => row))];
  const rows = names.map((name) => {
    const graded = seen.filter(({ row, evidence }) => row === name && evidence !== undefined);
    const above = Object.values(limits).map((limit) => {
      const covered = graded.filter(({ evidence }) => evidence! > limit).length;
      return `${covered} (${((100 * covered) / graded.length).toFixed(1)} %)`;
    });
    return [name, String(graded.length), ...above];
  });
  const heading = Object.entries(limits).map(([name, limit]) => `${name}: ${limit.toFixed(2)}`);
  const about = `${new Date().toISOString().slice(0, 10)}, commit ${(await readCommit()) ?? '–'}`;
  const odd = seen.filter(({ row, evidence = -99 }) => / bare/.test(row) && evidence > HEAD_LIMIT);
  const listed = odd.map(({ file, row, evidence }) => `${row}: ${file} ${evidence!.toFixed(2)}`);
  process.stdout.write(
    `${about}, ${describeMachine()}\nCalled covered:\n` +
      `${table(['HEADS', 'PICTURES', ...heading], rows)}\n${listed.join('\n')}\n`,
  );
}
