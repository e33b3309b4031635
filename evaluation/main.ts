/**
 * `npm run evaluate`: measures the service on a folder of photographs, and calibrates its encoder.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../src/cli/environment.ts';
import { toFailure } from '../src/cli/exit-codes.ts';
import { modelLocations } from '../src/cli/models/model-locations.ts';
import { table, toJson } from '../src/cli/output.ts';
import { createFaceEngine } from '../src/faces/engine.ts';
import { evaluate } from './evaluate.ts';
import type { Evaluation } from './evaluation.ts';
import { tablesOf } from './figures.ts';
import { readMeasurements, writeMeasurements } from './measurements.ts';
import { type EvaluationOptions, parseOptions } from './options.ts';
import { renderReport, shownRefusals } from './report/page.ts';
import { readPictures } from './report/pictures.ts';

async function run(options: EvaluationOptions): Promise<void> {
  if (options.calibrate !== undefined && options.pairs !== undefined)
    throw new Error('--calibrate compares all pairs: leave --pairs out');
  const note = (message: string) => void process.stderr.write(`${message}\n`);
  const config = readConfig();
  const { workers, maxPixels } = config;
  const places = await modelLocations(config);
  const { encoder } = options;
  const installed = await readMeasurements(options.calibration, encoder, places);
  const engine = await createFaceEngine({
    ...places,
    workers,
    maxPixels,
    encoder,
    bare: true,
  });
  try {
    const { evaluation, made } = await evaluate(options, engine, installed, note);
    const name = evaluation.encoder.name;
    await mkdir(options.out, { recursive: true });
    await writeFile(join(options.out, `${name}.json`), `${toJson(evaluation)}\n`);
    const pictures = await readPictures(engine, options.dataset, shownPaths(evaluation));
    const report = join(options.out, `${name}.html`);
    await writeFile(report, renderReport(evaluation, pictures));
    if (made !== undefined) {
      const file = options.calibrate === true ? undefined : options.calibrate;
      note(`Calibration: ${await writeMeasurements(made, file)}`);
    }
    process.stdout.write(options.json ? `${toJson(evaluation)}\n` : describe(evaluation));
    note(`Report: ${report}`);
  } finally {
    await engine.close();
  }
}

function shownPaths(evaluation: Evaluation): string[] {
  const { falseMatches, falseNonMatches } = evaluation;
  const pairs = [...falseMatches, ...falseNonMatches];
  return [
    ...pairs.flatMap(({ first, second }) => [first, second]),
    ...shownRefusals(evaluation).map(({ path }) => path),
  ];
}

function describe(evaluation: Evaluation): string {
  const { data, people, date, commit, machine, encoder } = evaluation;
  const about = `${data}: ${people} people\n${encoder.name} · ${date.slice(0, 10)} · commit ${commit ?? '–'} · ${machine}\n`;
  const tables = tablesOf(evaluation).map(
    ({ title, heading, rows, remark }) =>
      `\n${title}\n\n${table(heading, rows)}\n${remark === undefined ? '' : `${remark}\n`}`,
  );
  return about + tables.join('');
}

/** Evaluations with their own options, by first argument. */
const OTHERS: Readonly<Record<string, (argv: readonly string[]) => Promise<void>>> = {
  '--fido': async (argv) => (await import('./fido/main.ts')).evaluateFido(argv),
  liveness: async (argv) => (await import('./liveness/by-path.ts')).evaluateLiveness(argv),
  'photo-verify': async (argv) =>
    (await import('./photo-verify/main.ts')).evaluatePhotoVerify(argv),
  'head-coverings': async (argv) =>
    (await import('./quality/head-coverings.ts')).evaluateHeadCoverings(argv),
  gallery: async (argv) => (await import('./gallery/main.ts')).evaluateGallery(argv),
  linkability: async (argv) => (await import('./linkability/main.ts')).evaluateLinkability(argv),
  'turned-faces': async (argv) => (await import('./turned-faces.ts')).evaluateTurnedFaces(argv),
  motion: async (argv) => (await import('./motion/motion.ts')).evaluateMotion(argv),
};

try {
  const [first = '', ...others] = process.argv.slice(2);
  const other = OTHERS[first];
  if (other !== undefined) await other(others);
  else await run(parseOptions(process.argv.slice(2)));
} catch (error) {
  const { exitCode, message } = toFailure(error);
  process.exitCode = exitCode;
  if (message !== undefined) process.stderr.write(`evaluate: ${message}\n`);
}
