/** `npm run evaluate -- covered-faces`: compares faces called covered with those that are. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Command } from 'commander';
import { readConfig } from '../../src/cli/environment.ts';
import { table } from '../../src/cli/output.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { createFaceEngine } from '../../src/faces/engine.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import { type DatasetImage, readDataset } from '../dataset.ts';
import { describeMachine, readCommit } from '../machine.ts';
import { readDressed } from './dressed.ts';
import { measure } from './measure.ts';
import { blackGlasses, type Spoil, surgicalMask } from './spoil.ts';

/** Covers of faces in sets that were inspected one by one. Other sets have none. */
const KNOWN = new URL('covered-faces.json', import.meta.url);
/** Raw values above which a part counts as covered. */
const LEVELS = {
  MouthOcclusionPrevention: [0.1, 0.5],
  FaceOcclusionPrevention: [0.1, 0.5],
  EyesVisible: [0.1, 0.25],
} as const;
const HEADING = Object.entries(LEVELS).flatMap(([name, levels]) =>
  levels.map((level) => `${name} > ${level}`),
);
const PAINTED = { 'mask painted': surgicalMask, 'black glasses painted': blackGlasses };

interface Options {
  readonly data: string;
  readonly lfw: string;
  readonly photographs: string;
}

/** An image and the cover of its face. Undefined: none. */
interface Looked {
  readonly file: string;
  readonly before: string | undefined;
}

/** Prints how many images of free and of covered faces each measure calls covered. */
export async function evaluateCoveredFaces(argv: readonly string[]): Promise<void> {
  const { data, lfw, photographs } = new Command('evaluate covered-faces')
    .exitOverride()
    .description('Compares the measures of covered faces with what people saw in pictures.')
    .option('--data <dir>', 'folder with offices and rooms/live', '../shared/liveness')
    .option('--lfw <dir>', 'photographs of Labeled Faces in the Wild', '../shared/faces/lfw-dev')
    .option('--photographs <count>', 'of LFW without sunglasses, at most', '300')
    .parse([...argv], { from: 'user' })
    .opts<Options>();
  const known = JSON.parse(await readFile(KNOWN, 'utf8')) as Record<string, Record<string, string>>;
  const engine = await createFaceEngine({ ...readConfig(), workers: 1 });
  const rows: string[][] = [];
  const odd: string[] = [];
  try {
    for (const [name, folder] of Object.entries({ offices: 'offices', 'one room': 'rooms/live' })) {
      const looked = await lookedAt(join(data, folder), known[folder] ?? {});
      rows.push(...(await asTheyAre(engine, name, looked, odd)));
      for (const [what, spoil] of Object.entries(PAINTED)) {
        const values: Values[] = [];
        for (const { file } of looked) values.push(await spoilt(engine, file, spoil));
        rows.push(row(name, what, values));
      }
    }
    rows.push(...(await asTheyAre(engine, 'LFW', await keptApart(lfw, Number(photographs)), odd)));
  } finally {
    await engine.close();
  }
  const about = `${new Date().toISOString().slice(0, 10)}, commit ${(await readCommit()) ?? '–'}`;
  const heading = ['SET', 'BEFORE THE FACE', 'PICTURES', ...HEADING];
  process.stdout.write(
    `${about}, ${describeMachine()}\n${table(heading, rows)}\n${odd.join('\n')}\n`,
  );
}

async function lookedAt(folder: string, known: Record<string, string>): Promise<Looked[]> {
  const names = (await readdir(folder)).sort();
  return names.map((name) => ({ file: join(folder, name), before: known[name] }));
}

/**
 * Photographs of people outside all training: all with sunglasses, and as many as allowed without.
 */
async function keptApart(lfw: string, most: number): Promise<Looked[]> {
  const dressed = await readDressed();
  const { images } = await readDataset(lfw, (person) => crc32(person) % 5 === 0);
  const wears = ({ path }: DatasetImage) => {
    const what = dressed(path);
    return what.includes('eyes') ? 'sunglasses' : what.join(' ') || undefined;
  };
  const bare = images.filter((image) => wears(image) === undefined);
  const chosen = bare.filter(
    (_, at) =>
      Math.floor((at * most) / bare.length) !== Math.floor(((at - 1) * most) / bare.length),
  );
  const sunglasses = images.filter((image) => wears(image) === 'sunglasses');
  return [...chosen, ...sunglasses].map((image) => ({
    file: join(lfw, image.path),
    before: wears(image),
  }));
}

/** Raw values of the measures in {@link LEVELS}, in that order. Undefined: not graded. */
type Values = readonly number[] | undefined;

async function valuesOf(engine: FaceEngine, image: Uint8Array): Promise<Values> {
  const measured = await measure(engine, image);
  const values = Object.keys(LEVELS).map((name) => measured.get(name as keyof typeof LEVELS));
  return values.every((value) => value !== undefined)
    ? values.map(({ rawValue }) => rawValue)
    : undefined;
}

/** A row for each cover. Free faces called covered, and the reverse, go to `odd`. */
async function asTheyAre(
  engine: FaceEngine,
  set: string,
  looked: readonly Looked[],
  odd: string[],
): Promise<string[][]> {
  const groups = new Map<string, Values[]>();
  for (const { file, before = 'nothing' } of looked) {
    const values = await valuesOf(engine, await readFile(file));
    groups.set(before, [...(groups.get(before) ?? []), values]);
    if (before !== 'nothing' || calledCovered(values))
      odd.push(`${set} ${basename(file)}, ${before}: ${describe(values)}`);
  }
  return [...groups].map(([before, values]) => row(set, before, values));
}

const calledCovered = (values: Values): boolean =>
  Object.values(LEVELS).some(([least], at) => (values?.[at] ?? 0) > least);

const describe = (values: Values): string =>
  values === undefined
    ? 'not graded'
    : Object.keys(LEVELS)
        .map((name, at) => `${name} ${values[at]!.toFixed(2)}`)
        .join(', ');

async function spoilt(engine: FaceEngine, file: string, spoil: Spoil): Promise<Values> {
  const { data, info } = await sharp(await readFile(file))
    .autoOrient()
    .removeAlpha()
    .png()
    .toBuffer({ resolveWithObject: true });
  const [face] = (await engine.analyse(data)).faces;
  if (face === undefined) return undefined;
  return valuesOf(engine, await spoil({ png: data, ...info, face }));
}

function row(set: string, before: string, all: readonly Values[]): string[] {
  const graded = all.filter((values) => values !== undefined);
  const above = Object.values(LEVELS).flatMap((levels, at) =>
    levels.map((level) => String(graded.filter((values) => values[at]! > level).length)),
  );
  const count =
    graded.length === all.length ? `${all.length}` : `${graded.length} of ${all.length}`;
  return [set, before, count, ...above];
}
