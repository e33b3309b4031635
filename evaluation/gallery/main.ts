/** `npm run evaluate -- gallery`: how often searches find people and return strangers. */
import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { readConfig } from '../../src/cli/environment.ts';
import { modelLocations } from '../../src/cli/models/model-locations.ts';
import { table, toJson } from '../../src/cli/output.ts';
import {
  type Calibration,
  identificationThreshold,
  thresholdsOf,
} from '../../src/faces/calibration/calibration.ts';
import { appendCrowding, typicalFaces } from '../../src/faces/encoding/cohort.ts';
import { createFaceEngine } from '../../src/faces/engine.ts';
import { createSpace } from '../../src/gallery/memory/space.ts';
import { between, percent, rate } from '../figures.ts';
import { readFolds } from '../folds.ts';
import { firstOfEach } from '../make-cohort.ts';
import { readMeasurements } from '../measurements.ts';
import { scoreAllPairs } from '../pair-scores.ts';
import { readPhotographs } from '../photographs.ts';
import { type IdentificationRates, identify, type Rate, TARGETS } from './identification.ts';
import { measureNarrowPass, type NarrowPass, type Ranks } from './narrow-pass.ts';
import { faceStatistics } from './statistics.ts';

interface Options {
  readonly dataset: string;
  readonly exclude?: string;
  readonly calibration?: string;
  readonly encoder?: string;
  readonly statistics?: string;
  readonly out: string;
  readonly json?: boolean;
}

const parse = (argv: readonly string[]): Options =>
  new Command('evaluate gallery')
    .exitOverride()
    .description('Measures identification in galleries of one photograph a person.')
    .requiredOption('--dataset <dir>', 'folder with one sub-folder of photographs a person')
    .option('--exclude <file>', 'JSON list of label errors to leave out, with reasons')
    .option('--calibration <file>', 'thresholds to compare with instead of the installed ones')
    .option('--encoder <name>', 'encoder to measure (default: the built-in one)')
    .option('--statistics <file>', 'write how feature vectors vary, for the bench')
    .option('--out <dir>', 'folder of the feature vectors', 'evaluation/out')
    .option('--json', 'print JSON instead of tables')
    .parse(argv, { from: 'user' })
    .opts<Options>();

/** @throws Error no data, or no cohort */
export async function evaluateGallery(argv: readonly string[]): Promise<void> {
  const options = parse(argv);
  const config = readConfig();
  const { workers, maxPixels } = config;
  const places = await modelLocations(config);
  const { encoder, statistics } = options;
  const { calibration, cohort } = await readMeasurements(options.calibration, encoder, places);
  if (cohort === undefined) throw new Error('the encoder has no cohort');
  const engine = await createFaceEngine({ ...places, workers, maxPixels, encoder, bare: true });
  try {
    const note = (message: string) => void process.stderr.write(`${message}\n`);
    const folds = await readFolds(options, engine, cohort.crowding !== undefined, note);
    const halves = await Promise.all(
      folds.map(async ({ photographs: { names, ignored }, vectors, calibration: others }) => {
        const scores = await scoreAllPairs(vectors);
        return { scores, names, ignored, calibration: others };
      }),
    );
    const rates = identify(halves);
    const thresholds = thresholdsFor(rates.at(-1)!.enrolled, [
      ...halves.map((half) => half.calibration),
      calibration,
    ]);

    const { names, features: plain } = await readPhotographs(options, engine, note);
    const features = plain.map((vector) => appendCrowding(vector, cohort));
    if (statistics !== undefined) {
      const faces = firstOfEach(names).map((vector) => features[vector]!);
      await writeFile(statistics, `${JSON.stringify(faceStatistics(faces))}\n`);
    }
    const space = createSpace(features[0]!.length, typicalFaces(cohort));
    const narrow = measureNarrowPass(space, features, names);
    const result = { rates, thresholds, narrow };
    process.stdout.write(`${options.json ? toJson(result) : describe(result)}\n`);
  } finally {
    await engine.close();
  }
}

/** Each calibration's demands at a target. */
interface Thresholds {
  readonly target: number;
  readonly thresholds: readonly number[];
}

const thresholdsFor = (people: number, calibrations: readonly Calibration[]): Thresholds[] =>
  TARGETS.map((target) => ({
    target,
    thresholds: calibrations.map((calibration) =>
      identificationThreshold(thresholdsOf(calibration), target, people),
    ),
  }));

interface Result {
  readonly rates: readonly IdentificationRates[];
  readonly thresholds: readonly Thresholds[];
  readonly narrow: NarrowPass;
}

function describe({ rates, thresholds, narrow }: Result): string {
  const parts = [
    ['Found: galleries of one photograph a person', findings(rates)],
    ['Named: at thresholds made from other people', mistakes(rates)],
    ['Thresholds for the largest gallery', comparisonOf(thresholds)],
    ['The narrow pass', ranksOf(narrow)],
  ];
  return parts.map(([title, text]) => `${title}\n${text}`).join('\n\n');
}

const withInterval = ({ rate: value, interval }: Rate, digits = 1) =>
  `${percent(value, digits)} (${between(interval, (bound) => percent(bound, digits))})`;

const findings = (rates: readonly IdentificationRates[]): string =>
  table(
    ['people', 'searches for them', 'rank 1', 'searches for strangers'],
    rates.map(({ enrolled, mated, rankOne, strangers }) =>
      [enrolled, mated, withInterval(rankOne), strangers].map(String),
    ),
  );

const mistakes = (rates: readonly IdentificationRates[]): string =>
  table(
    ['people', 'FPIR aimed at', 'measured', 'strangers named', 'FNIR'],
    rates.flatMap(({ enrolled, targets }) =>
      targets.map(({ target, falsePositives, named, falseNegatives }) => [
        String(enrolled),
        rate(target),
        withInterval(falsePositives, 2),
        String(named),
        withInterval(falseNegatives),
      ]),
    ),
  );

const comparisonOf = (thresholds: readonly Thresholds[]): string =>
  table(
    ['FPIR aimed at', 'made from one half', 'from the other', 'the one in use'],
    thresholds.map(({ target, thresholds: each }) => [
      rate(target),
      ...each.map((threshold) => threshold.toFixed(4)),
    ]),
  );

function ranksOf(narrow: NarrowPass): string {
  const row = (name: string, { p99, p999, worst }: Ranks) =>
    [name, p99, p999, worst].map((cell) => String(cell));
  return table(
    [`${narrow.probes} probes, ${narrow.enrolled} people`, '99 %', '99.9 %', 'worst'],
    [row('rank of the most similar', narrow.best), row('of the ten most similar', narrow.ten)],
  );
}
