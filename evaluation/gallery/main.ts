/** `npm run evaluate -- gallery`: how often people are found and strangers named, on photographs. */
import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { readConfig } from '../../src/cli/environment.ts';
import { table, toJson } from '../../src/cli/output.ts';
import { appendCrowding, typicalFaces } from '../../src/faces/cohort.ts';
import { createFaceEngine } from '../../src/faces/engine.ts';
import { createSpace } from '../../src/gallery/space.ts';
import { firstOfEach } from '../make-cohort.ts';
import { readMeasurements } from '../measurements.ts';
import { readPhotographs } from '../photographs.ts';
import { type IdentificationRates, identify } from './identification.ts';
import { measureNarrowPass, type NarrowPass, type Ranks } from './narrow-pass.ts';
import { faceStatistics } from './statistics.ts';

interface Options {
  readonly dataset: string;
  readonly people?: string;
  readonly exclude?: string;
  readonly calibration?: string;
  readonly encoder?: string;
  readonly statistics?: string;
  readonly out: string;
  readonly json?: boolean;
}

const parse = (argv: readonly string[]): Options =>
  new Command('evaluate gallery')
    .description('Measures identification in galleries of one photograph a person.')
    .requiredOption('--dataset <dir>', 'folder with one sub-folder of photographs a person')
    .option('--people <who>', 'even or odd: one half by name; or a file of names, one a line')
    .option('--exclude <file>', 'JSON list of label errors to leave out, with reasons')
    .option('--calibration <file>', 'thresholds to test instead of the installed ones')
    .option('--encoder <name>', 'encoder to measure (default: the built-in one)')
    .option('--statistics <file>', 'write how feature vectors vary, for the bench')
    .option('--out <dir>', 'folder of the feature vectors', 'evaluation/out')
    .option('--json', 'print JSON instead of tables')
    .parse(argv, { from: 'user' })
    .opts<Options>();

/** @throws Error no data, or the encoder is not calibrated */
export async function evaluateGallery(argv: readonly string[]): Promise<void> {
  const options = parse(argv);
  const { dataDir, modelsDir, workers, maxPixels } = readConfig();
  const places = { dataDir, modelsDir };
  const { encoder, statistics } = options;
  const { calibration, cohort } = await readMeasurements(options.calibration, encoder, places);
  if (calibration === undefined || cohort === undefined)
    throw new Error('the encoder has no calibration with a cohort');
  const engine = await createFaceEngine({ ...places, workers, maxPixels, encoder, bare: true });
  try {
    const note = (message: string) => void process.stderr.write(`${message}\n`);
    const photographs = await readPhotographs(options, engine, note);
    const { names, ignored } = photographs;
    const features = photographs.features.map((vector) => appendCrowding(vector, cohort));
    if (statistics !== undefined) {
      const faces = firstOfEach(names).map((vector) => features[vector]!);
      await writeFile(statistics, `${JSON.stringify(faceStatistics(faces))}\n`);
    }
    const rates = identify({ features, names, ignored }, calibration);
    const space = createSpace(features[0]!.length, typicalFaces(cohort));
    const narrow = measureNarrowPass(space, features, names);
    const print = options.json ? toJson({ rates, narrow }) : describe(rates, narrow);
    process.stdout.write(`${print}\n`);
  } finally {
    await engine.close();
  }
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

function describe(rates: IdentificationRates, narrow: NarrowPass): string {
  const identification = table(
    ['', ''],
    [
      ['people in the gallery, mean', String(Math.round(rates.enrolled))],
      ['probes of people in it', String(rates.mated)],
      ['probes of others', String(rates.strangers)],
      ['rank 1', percent(rates.rankOne)],
      ['target FPIR', percent(rates.target)],
      ['FPIR measured at the threshold', percent(rates.falsePositives)],
      ['FNIR measured at the threshold', percent(rates.falseNegatives)],
      ['FNIR where FPIR is measured to be the target', percent(rates.falseNegativesAtTarget)],
    ],
  );
  const row = (name: string, { p99, p999, worst }: Ranks) =>
    [name, p99, p999, worst].map((cell) => String(cell));
  const ranks = table(
    [`${narrow.probes} probes, ${narrow.enrolled} people`, '99 %', '99.9 %', 'worst'],
    [row('rank of the most similar', narrow.best), row('of the ten most similar', narrow.ten)],
  );
  return `Identification\n${identification}\n\nThe narrow pass\n${ranks}`;
}
