/**
 * `npm run evaluate -- photo-verify`: the rates of verification levels, and the cost of ID photos.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../../src/cli/environment.ts';
import { modelLocations } from '../../src/cli/models/model-locations.ts';
import { table, toJson } from '../../src/cli/output.ts';
import { startProgress } from '../../src/cli/progress.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { findEncoder } from '../../src/faces/encoding/encoders.ts';
import { createFaceEngine } from '../../src/faces/engine.ts';
import { decodeImage } from '../../src/faces/image/decode.ts';
import { compareAll } from '../comparisons.ts';
import { between, percent, rate } from '../figures.ts';
import { type Fold, readFolds } from '../folds.ts';
import { describeMachine, readCommit } from '../machine.ts';
import { scoreAllPairs } from '../pair-scores.ts';
import { seededRandom } from '../random.ts';
import { CONDITIONS, type Condition } from './conditions.ts';
import { type LevelRates, levelRates } from './levels.ts';
import { comparePhotos, type EncodedPhoto, join, rescale } from './photo-comparisons.ts';

interface Options {
  readonly dataset: string;
  readonly exclude?: string;
  readonly encoder?: string;
  readonly sample: string;
  /** False: --no-restore. */
  readonly restore: boolean;
  readonly out: string;
  readonly json?: boolean;
}

const parse = (argv: readonly string[]): Options =>
  new Command('evaluate photo-verify')
    .exitOverride()
    .description('Measures the verification levels on people who were not calibrated on.')
    .requiredOption('--dataset <dir>', 'folder with one sub-folder of photographs a person')
    .option('--exclude <file>', 'JSON list of label errors to leave out, with reasons')
    .option('--encoder <name>', 'encoder to measure (default: as the service chooses)')
    .option('--sample <count>', 'people of whom an ID photo is rendered in each condition', '200')
    .option('--no-restore', 'encode the photos without restoring them, to see what that does')
    .option('--out <dir>', 'folder of the result and of feature vectors', 'evaluation/out')
    .option('--json', 'print JSON instead of tables')
    .parse([...argv], { from: 'user' })
    .opts<Options>();

/** Figures for one kind of photo. */
interface Measured {
  readonly name: string;
  readonly photos: number;
  /** Photos without exactly one face. */
  readonly refused: number;
  readonly genuine: number;
  readonly impostor: number;
  readonly levels: readonly LevelRates[];
}

/** Runs the command with the arguments after `photo-verify`. */
export async function evaluatePhotoVerify(argv: readonly string[]): Promise<void> {
  const options = parse(argv);
  const config = readConfig();
  const { workers, maxPixels } = config;
  const { encoder } = options;
  const places = await modelLocations(config);
  const { cohort } = await findEncoder(encoder, places);
  const engine = await createFaceEngine({ ...places, workers, maxPixels, encoder, bare: true });
  const note = (message: string) => void process.stderr.write(`${message}\n`);
  try {
    const folds = await readFolds(
      { ...options, fresh: false },
      engine,
      cohort?.crowding !== undefined,
      note,
    );
    const everybody = await measureEverybody(folds);
    const conditions: Measured[] = [];
    for (const condition of CONDITIONS) {
      note(condition.name);
      conditions.push(await measureCondition(folds, condition, options, engine, maxPixels));
    }
    const result = {
      date: new Date().toISOString(),
      commit: await readCommit(),
      machine: describeMachine(),
      encoder: engine.encoder.name,
      everybody,
      conditions,
    };
    await mkdir(options.out, { recursive: true });
    const file = joinPath(options.out, `photo-verify-${engine.encoder.name}.json`);
    await writeFile(file, `${toJson(result)}\n`);
    const about = `${result.encoder} · ${result.date.slice(0, 10)} · commit ${result.commit ?? '–'} · ${result.machine}`;
    process.stdout.write(
      options.json ? `${toJson(result)}\n` : `${about}\n\n${describe(everybody, conditions)}\n`,
    );
  } finally {
    await engine.close();
  }
}

/** All pairs of unchanged photographs. */
async function measureEverybody(folds: readonly Fold[]): Promise<Measured> {
  const halves = [];
  for (const { photographs, vectors, strength } of folds) {
    const scores = await scoreAllPairs(vectors);
    halves.push(rescale(compareAll(scores, photographs.names, photographs.ignored), strength));
  }
  const comparisons = halves.reduce(join);
  const genuine = comparisons.genuine.scores.length;
  return {
    name: 'all pairs of photographs',
    photos: folds.reduce((sum, { vectors }) => sum + vectors.length, 0),
    refused: 0,
    genuine,
    impostor: comparisons.impostorScores.length,
    levels: levelRates(comparisons, genuine),
  };
}

/** Rendered photos of a sample of people, each compared with all photographs of the half. */
async function measureCondition(
  folds: readonly Fold[],
  condition: Condition,
  { dataset, sample, restore }: Options,
  engine: FaceEngine,
  maxPixels: number,
): Promise<Measured> {
  const progress = startProgress(condition.name, 'photos');
  let done = 0;
  const encode = async ({ photographs, finish }: Fold, of: number): Promise<EncodedPhoto> => {
    const bytes = await readFile(joinPath(dataset, photographs.images[of]!.path));
    const { picture } = await decodeImage(bytes, { maxPixels, maxSide: 1920 });
    const rendered = await condition.render(picture, seededRandom(of + 1));
    const { subject } = await engine.analyse(rendered, { idPhoto: restore });
    progress.update(++done, Number(sample));
    return { of, vector: subject && finish(subject.features) };
  };
  let refused = 0;
  let photos = 0;
  const halves = [];
  for (const fold of folds) {
    const chosen = chooseImages(fold.photographs.names, Math.ceil(Number(sample) / folds.length));
    const encoded = await inParallel(chosen, engine.status().workers, (of) => encode(fold, of));
    photos += encoded.length;
    refused += encoded.filter(({ vector }) => vector === undefined).length;
    halves.push(comparePhotos(fold, encoded));
  }
  progress.stop();
  const comparisons = halves.map((half) => half.comparisons).reduce(join);
  const genuine = halves.reduce((sum, { allGenuine }) => sum + allGenuine, 0);
  return {
    name: condition.name,
    photos,
    refused,
    genuine,
    impostor: comparisons.impostorScores.length,
    levels: levelRates(comparisons, genuine),
  };
}

/** The first image of people with another image, equally spaced in the list. */
function chooseImages(names: readonly string[], count: number): number[] {
  const firsts = [...names.keys()].filter(
    (k) => names[k - 1] !== names[k] && names[k + 1] === names[k],
  );
  const step = Math.max(1, firsts.length / count);
  const taken = Math.min(count, firsts.length);
  return Array.from({ length: taken }, (_, i) => firsts[Math.floor(i * step)]!);
}

async function inParallel<T, R>(
  values: readonly T[],
  lanes: number,
  work: (value: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < values.length; i = next++) results[i] = await work(values[i]!);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

function describe(everybody: Measured, conditions: readonly Measured[]): string {
  const levels = (measured: Measured) =>
    table(
      [
        'LEVEL',
        'PROMISED FAR',
        'MEASURED',
        '95 % INTERVAL',
        'FALSE ACCEPTS',
        'GENUINE ACCEPTED',
        '',
      ],
      measured.levels.map((level) => [
        level.level,
        rate(level.nominal),
        rate(level.far),
        between(level.farInterval, rate),
        `${level.falseAccepts}`,
        percent(level.accepted, 1),
        between(level.acceptedInterval, (value) => percent(value, 1)),
      ]),
    );
  const accepted = ({ levels: at }: Measured) => at.map((level) => percent(level.accepted, 1));
  const measuredFar = ({ levels: at }: Measured) =>
    at.slice(0, 4).map(({ far, nominal }) => (far / nominal).toFixed(2));
  return [
    `${everybody.name}: ${everybody.genuine} genuine, ${everybody.impostor} impostor`,
    '',
    levels(everybody),
    '',
    'Rendered ID photos: share of the genuine pairs at the level or better, and measured over',
    'promised FAR of levels 1 to 4. Photos without a face count as misses.',
    '',
    table(
      ['CONDITION', 'PHOTOS', 'NO FACE', 'PAIRS', 'L1', 'L2', 'L3', 'L4', 'L5', 'FAR RATIO 1–4'],
      conditions.map((measured) => [
        measured.name,
        `${measured.photos}`,
        `${measured.refused}`,
        `${measured.genuine} / ${measured.impostor}`,
        ...accepted(measured),
        measuredFar(measured).join(' '),
      ]),
    ),
    '',
    'Every half of the people is judged by thresholds made from the other half. The',
    'photographs carry no dates, so that nothing is said about the years between two of them.',
  ].join('\n');
}
