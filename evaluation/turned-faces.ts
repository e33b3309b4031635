/** `npm run evaluate -- turned-faces`: how much less alike genuine faces are by their turn. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { readConfig } from '../src/cli/environment.ts';
import { modelLocations } from '../src/cli/models/model-locations.ts';
import { table } from '../src/cli/output.ts';
import type { FaceEngine } from '../src/faces/analysis.ts';
import { angleOf, FRONTAL_RATE, leastAlike } from '../src/faces/calibration/turned-faces.ts';
import { createFaceEngine } from '../src/faces/engine.ts';
import type { HeadPose } from '../src/faces/geometry.ts';
import { sharp } from '../src/faces/image/sharp.ts';
import { type Dataset, readDataset } from './dataset.ts';
import { embedDataset } from './embed.ts';
import { percent, rate as rateText } from './figures.ts';
import { describeMachine, readCommit } from './machine.ts';
import { choosePeople } from './people-split.ts';

const FILE = fileURLToPath(new URL('../src/faces/calibration/turned-faces.json', import.meta.url));
/** Upper ends of the bins in degrees; a template's sample is of the first. */
const BINS = [10, 20, 30, 40, 50] as const;
const RATES = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1] as const;
/** How much more often than frontal ones turned faces may be refused. */
const MOST_LOST = 0.001;
/** Fewest people of a bin whose rate is written. */
const LEAST_PEOPLE = 30;

interface Options {
  readonly dataset: string;
  readonly people?: string;
  readonly most: string;
  readonly cache: string;
  readonly encoder?: string;
  readonly write?: boolean;
}

interface Turned {
  readonly person: string;
  readonly path: string;
  readonly features: Float32Array;
  readonly pose: HeadPose;
}

/** The scores of one bin: genuine ones by person, and those of strangers as shares above what holds. */
interface Bin {
  readonly genuine: readonly (readonly number[])[];
  /** The share of strangers who reach what the table in force asks. */
  readonly strangers: number;
}

/**
 * Prints the share of refused faces by turn and rate, the rate that refuses as few as frontal, and
 * the strangers who pass at the rates in force.
 */
export async function evaluateTurnedFaces(argv: readonly string[]): Promise<void> {
  const options = new Command('evaluate turned-faces')
    .exitOverride()
    .description('Compares turned faces with frontal ones, as photographs and as frames.')
    .option('--dataset <dir>', 'one folder a person', '../shared/faces/lfw-dev')
    .option('--people <who>', 'even or odd: one half by name; or a file of names, one a line')
    .option('--most <count>', 'photographs of a person', '1000')
    .option('--cache <dir>', 'analyses of earlier runs', 'evaluation/.cache/turned-faces')
    .option('--encoder <name>', 'default: that of the service')
    .option('--write', 'write the rates to src/faces/calibration/turned-faces.json')
    .parse([...argv], { from: 'user' })
    .opts<Options>();
  const config = readConfig();
  const engine = await createFaceEngine({
    ...{ ...config, ...(await modelLocations(config)) },
    ...(options.encoder !== undefined && { encoder: options.encoder }),
  });
  try {
    await measure(engine, options);
  } finally {
    await engine.close();
  }
}

async function measure(engine: FaceEngine, options: Options): Promise<void> {
  const dataset = await severalEach(options);
  const read = (name: string, render = async (bytes: Uint8Array) => bytes) =>
    readFaces(engine, dataset, join(options.cache, name), render);
  const images = await read('images');
  const frames = await read('frames', frameOf);
  const date = new Date().toISOString().slice(0, 10);
  const people = new Set(images.map(({ person }) => person)).size;
  process.stdout.write(
    `${date}, commit ${(await readCommit()) ?? '–'}, ${describeMachine()}, ${engine.encoder.name}\n` +
      `${images.length} photographs of ${people} people, ${options.people ?? 'all'}\n`,
  );
  const templates = images.filter(({ pose }) => angleOf(pose) <= BINS[0]);
  const bins = {
    images: binsOf(engine, templates, images, false),
    frames: binsOf(engine, templates, frames, true),
  };
  const ofFrames = report(engine, bins.frames, 'FRAMES');
  const rates = {
    images: report(engine, bins.images, 'PHOTOGRAPHS'),
    frames: ofFrames.map(([upTo, rate]) => [upTo, laxer(rate)] as const),
  };
  const few = Object.values(bins)
    .flat()
    .findIndex(({ genuine }) => genuine.length < LEAST_PEOPLE);
  if (options.write && few >= 0)
    throw new Error(
      `too few people are turned by ${BINS[few % BINS.length]} degrees to set a rate`,
    );
  if (options.write) await writeRates(engine.encoder.name, date, rates);
}

/** Rendered frames lack some of what a camera does to a moving face. */
const laxer = (rate: number): number => RATES[RATES.indexOf(rate as never) + 1] ?? rate;

/** People with two photographs or more, and no more of each than wanted. */
async function severalEach({ dataset, people, most }: Options): Promise<Dataset> {
  const { root, images } = await readDataset(dataset, await choosePeople(people));
  const byPerson = Map.groupBy(images, ({ person }) => person);
  const several = [...byPerson.values()].filter(({ length }) => length > 1);
  return { root, images: several.flatMap((own) => own.slice(0, Number(most))) };
}

async function readFaces(
  engine: FaceEngine,
  dataset: Dataset,
  cacheFolder: string,
  render: (bytes: Uint8Array) => Promise<Uint8Array>,
): Promise<Turned[]> {
  const note = (text: string) => void process.stderr.write(`${text}\n`);
  const kept = { cacheFolder, fresh: false, note, render };
  const { images, encoded } = await embedDataset(engine, dataset, kept);
  return images.flatMap(({ person, path }, i) => {
    const { features, faces: [face] = [] } = encoded[i]!;
    return features && face ? [{ person, path, features, pose: face.pose }] : [];
  });
}

/** As the pages take frames: small, compressed, of a head in motion (three pixels). */
const frameOf = (bytes: Uint8Array): Promise<Uint8Array> =>
  sharp(bytes)
    .resize({ width: 256, height: 256, fit: 'inside' })
    .convolve({ width: 3, height: 3, kernel: [0, 0, 0, 1, 1, 1, 0, 0, 0] })
    .jpeg({ quality: 85 })
    .toBuffer();

function binsOf(
  engine: FaceEngine,
  templates: readonly Turned[],
  probes: readonly Turned[],
  isFrame: boolean,
): readonly Bin[] {
  return BINS.map((upTo, i) => {
    const from = i === 0 ? -1 : BINS[i - 1]!;
    const inBin = probes.filter(({ pose }) => angleOf(pose) > from && angleOf(pose) <= upTo);
    const genuine = new Map<string, number[]>();
    let [met, passed] = [0, 0];
    for (const { person, path, features, pose } of inBin) {
      const least = leastAlike(engine, FRONTAL_RATE, { pose, isFrame });
      for (const template of templates) {
        const score = engine.compare(features, template.features);
        if (template.person !== person) {
          met++;
          passed += Number(score >= least);
        } else if (template.path !== path)
          genuine.set(person, [...(genuine.get(person) ?? []), score]);
      }
    }
    return { genuine: [...genuine.values()], strangers: passed / met };
  });
}

/** Prints the bins. @returns degrees and rates for the service, rising */
function report(
  engine: FaceEngine,
  bins: readonly Bin[],
  title: string,
): (readonly [number, number])[] {
  const most = refused(engine, bins[0]!, RATES[0]) + MOST_LOST;
  let last: number = RATES[0];
  const rates = bins.map((bin, i) => {
    last = RATES.find((rate) => rate >= last && refused(engine, bin, rate) <= most) ?? 0.1;
    return [BINS[i]!, last] as const;
  });
  const rows = bins.map((bin, i) => [
    `≤ ${BINS[i]}°`,
    `${bin.genuine.length}`,
    ...RATES.map((rate) => percent(refused(engine, bin, rate))),
    `${rates[i]![1]}`,
    rateText(bin.strangers),
  ]);
  const heading = [title, 'PEOPLE', ...RATES.map((rate) => `AT ${rate}`), 'RATE', 'STRANGERS'];
  process.stdout.write(`${table(heading, rows)}\n`);
  return rates;
}

/** The share of a person's comparisons that are refused, mean of people. */
const refused = (engine: FaceEngine, { genuine }: Bin, rate: number): number =>
  genuine
    .map((own) => own.filter((score) => score < engine.threshold(rate)).length / own.length)
    .reduce((sum, share) => sum + share / genuine.length, 0);

async function writeRates(
  encoder: string,
  date: string,
  rates: Readonly<Record<'images' | 'frames', unknown>>,
): Promise<void> {
  const measured = JSON.parse(await readFile(FILE, 'utf8')) as Record<string, object>;
  measured[encoder] = { date, ...rates };
  await writeFile(FILE, `${JSON.stringify(measured, null, 2)}\n`);
}
