/** `npm run evaluate -- linkability`: whether two clients' opened records of one person are linked. */
import { join } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../../src/cli/environment.ts';
import { modelLocations } from '../../src/cli/models/model-locations.ts';
import { table, toJson } from '../../src/cli/output.ts';
import { cosine } from '../../src/faces/encoding/compare.ts';
import { createFaceEngine } from '../../src/faces/engine.ts';
import { readDataset } from '../dataset.ts';
import { embedDataset } from '../embed.ts';
import { seededRandom } from '../random.ts';
import { linkability } from './d-sys.ts';
import { byCosine, byFittedMap, byMagnitudes, type Records } from './scores.ts';
import { plainForm, rotatedForm, type StoredForm, serviceForm } from './stored.ts';

interface Options {
  readonly dataset: string;
  readonly people: string;
  readonly encoder?: string;
  readonly out: string;
  readonly json?: boolean;
}

const parse = (argv: readonly string[]): Options =>
  new Command('evaluate linkability')
    .exitOverride()
    .description('Measures D↔sys between the opened records that two clients have of one person.')
    .requiredOption('--dataset <dir>', 'folder with one sub-folder of photographs a person')
    .option('--people <n>', 'people with two photographs, at most', '400')
    .option('--encoder <name>', 'encoder to measure (default: the built-in one)')
    .option('--out <dir>', 'folder of the feature vectors', 'evaluation/out')
    .option('--json', 'print JSON instead of tables')
    .parse(argv, { from: 'user' })
    .opts<Options>();

/** Share of the people whose pairs the attacker knows. */
const KNOWN = 0.4;
const SHUFFLES = 20;

interface Row {
  readonly form: string;
  readonly images: 'another' | 'the same';
  readonly cosine: number;
  readonly magnitudes: number;
  readonly fitted: number;
  /** Largest change of a comparison score. */
  readonly scoreChange: number;
}

/** @throws Error no data */
export async function evaluateLinkability(argv: readonly string[]): Promise<void> {
  const options = parse(argv);
  const { first, second } = await vectorsOf(options);
  const known = Math.round(KNOWN * first.length);
  const rows: Row[] = [];
  let chance = 0;
  for (const images of ['another', 'the same'] as const) {
    const others = images === 'another' ? second : first;
    const forms: (readonly [StoredForm, StoredForm])[] = [
      [plainForm(first), plainForm(others)],
      [rotatedForm(first), rotatedForm(others)],
      [await serviceForm('one', first), await serviceForm('two', others)],
    ];
    for (const [ours, theirs] of forms) {
      const records = { ours: ours.shown, theirs: theirs.shown };
      const measured = (score: ReturnType<typeof byCosine>) => linkedBy(score, known, first.length);
      const fitted = byFittedMap(known)(records);
      rows.push({
        form: ours.name,
        images,
        cosine: measured(byCosine(records)),
        magnitudes: measured(byMagnitudes(records)),
        fitted: measured(fitted),
        scoreChange: largestChange({ ours: ours.read, theirs: theirs.read }, first, others),
      });
      chance = Math.max(chance, byChance(fitted, known, first.length));
    }
  }
  const result = { people: first.length, known, dimension: first[0]!.length, rows, chance };
  process.stdout.write(options.json ? `${toJson(result)}\n` : describe(result));
}

/** Vectors of two photographs of each person. */
async function vectorsOf({ dataset, people, encoder, out }: Options) {
  const config = readConfig();
  const { workers, maxPixels } = config;
  const engine = await createFaceEngine({
    ...(await modelLocations(config)),
    workers,
    maxPixels,
    encoder,
    bare: true,
  });
  try {
    const { root, images } = await readDataset(dataset);
    const pairs = [...Map.groupBy(images, ({ person }) => person).values()]
      .filter(({ length }) => length >= 2)
      .slice(0, Number(people))
      .map((of) => of.slice(0, 2));
    const note = (message: string) => void process.stderr.write(`${message}\n`);
    const cacheFolder = join(out, 'embeddings', `${engine.encoder.name}-pairs`);
    const kept = { cacheFolder, fresh: false, note };
    const { encoded } = await embedDataset(engine, { root, images: pairs.flat() }, kept);
    const first: Float32Array[] = [];
    const second: Float32Array[] = [];
    for (let i = 0; i < encoded.length; i += 2) {
      const [a, b] = [encoded[i]!.features, encoded[i + 1]!.features];
      if (a === undefined || b === undefined) continue;
      first.push(a);
      second.push(b);
    }
    if (first.length === 0) throw new Error(`${dataset}: nobody with two usable photographs`);
    return { first, second };
  } finally {
    await engine.close();
  }
}

/** D↔sys among the people from number `from`. */
function linkedBy(score: (i: number, j: number) => number, from: number, people: number): number {
  const mated: number[] = [];
  const nonMated: number[] = [];
  for (let i = from; i < people; i++)
    for (let j = from; j < people; j++) (i === j ? mated : nonMated).push(score(i, j));
  return linkability(mated, nonMated);
}

/** The largest D↔sys when "the same person" is drawn at random: what few pairs seem to link. */
function byChance(score: (i: number, j: number) => number, from: number, people: number): number {
  const random = seededRandom(1);
  let largest = 0;
  for (let n = 0; n < SHUFFLES; n++) {
    const order = Array.from({ length: people }, (_, index) => index);
    for (let i = people - 1; i > from; i--) {
      const j = from + Math.floor(random() * (i - from + 1));
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    largest = Math.max(
      largest,
      linkedBy((i, j) => score(i, order[j]!), from, people),
    );
  }
  return largest;
}

function largestChange(
  { ours, theirs }: Records,
  first: readonly Float32Array[],
  second: readonly Float32Array[],
): number {
  let largest = 0;
  for (const [i, values] of ours.entries()) {
    const before = cosine(first[i]!, second[i]!);
    largest = Math.max(largest, Math.abs(cosine(values, theirs[i]!) - before));
  }
  return largest;
}

function describe(result: {
  readonly people: number;
  readonly known: number;
  readonly dimension: number;
  readonly rows: readonly Row[];
  readonly chance: number;
}): string {
  const { people, known, dimension, rows, chance } = result;
  const about = `${people} people, vectors of ${dimension} values; pairs of ${known} people are known\n\n`;
  const heading = ['stored', 'image', 'cosine', 'magnitudes', 'fitted map', 'score change'];
  const lines = rows.map((row) => [
    row.form,
    row.images,
    row.cosine.toFixed(3),
    row.magnitudes.toFixed(3),
    row.fitted.toFixed(3),
    row.scoreChange.toExponential(1),
  ]);
  return `${about}${table(heading, lines)}\nD↔sys by chance: up to ${chance.toFixed(3)}\n`;
}
