/** `quality`: grades face images by ISO/IEC 29794-5, a single file or whole folders. */
import { readdir, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { stringify } from 'csv-stringify/sync';
import { inLanes } from '../../async.ts';
import { MOST_WORKERS } from '../../config/config.ts';
import { qualityContract } from '../../contract/quality.ts';
import { InvalidArgument } from '../../errors.ts';
import { isImageName } from '../../faces/image/format.ts';
import { adviceFor, MEASURE_NAMES, type QualityMeasurement } from '../../faces/quality/measures.ts';
import { wholeNumber } from '../arguments.ts';
import { EXIT } from '../exit-codes.ts';
import { readInput } from '../files.ts';
import { print, table, withJson } from '../output.ts';
import { startProgress } from '../progress.ts';
import type { Faces, Refusal } from './faces.ts';
import { withoutField } from './named-errors.ts';
import { takesTarget, withFaces } from './target.ts';

export function qualityCommand(): CommandUnknownOpts {
  return takesTarget(withJson(new Command('quality')))
    .argument('<file...>', 'face images, or folders of them')
    .option('--csv', 'CSV with one row per face image, as the reference implementation writes it')
    .option(
      '--workers <count>',
      'face images graded at a time (default: number of cores)',
      wholeNumber(1, MOST_WORKERS),
    )
    .addHelpText(
      'after',
      `
Scores are 0 to 100; docs/quality.md explains each measure. Exit code 1: an image could not be
graded.

Examples:
  prosopon quality portrait.jpg
  prosopon quality photographs/ --csv > quality.csv
  prosopon quality portrait.jpg --json`,
    )
    .action(async (paths, options) => {
      if (options.csv && options.json) throw new InvalidArgument('Give --csv or --json, not both.');
      const files = (await Promise.all(paths.map(photographsIn))).flat();
      if (files.length === 0) throw new InvalidArgument('There is no image in these folders.');
      const workers = Math.min(files.length, options.workers ?? availableParallelism());
      const graded = await withFaces(options, (faces) => gradeAll(faces, files), {
        engine: true,
        workers,
      });
      if (graded.some(({ measurements }) => measurements.length === 0)) process.exitCode = EXIT.no;
      if (options.csv) process.stdout.write(toCsv(graded));
      else print(options, graded, (all) => all.map(describe).join('\n\n'));
    });
}

/** A file itself; for a folder, every face image in it and below. */
async function photographsIn(path: string): Promise<string[]> {
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined || !entry.isDirectory()) return [path];
  const inside = await readdir(path, { recursive: true });
  return inside
    .filter((name) => isImageName(name))
    .sort()
    .map((name) => join(path, name));
}

/** Several files at a time. A file that is no image is a result, not the end. */
async function gradeAll(faces: Faces, files: readonly string[]): Promise<GradedFile[]> {
  const progress = startProgress('Grading', 'face images');
  let done = 0;
  progress.update(0, files.length);
  try {
    return await inLanes(faces.lanes, files, async (file) => {
      const graded = await grade(faces, file);
      progress.update(++done, files.length);
      return graded;
    });
  } finally {
    progress.stop();
  }
}

async function grade(faces: Faces, file: string): Promise<GradedFile> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  const bytes = await readInput(file);
  try {
    const answer = await faces.call(qualityContract, { image: bytes });
    const { qualityMeasurements: measurements, errors } = answer;
    return { file, measurements, errors, milliseconds: elapsed() };
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    const errors = [{ errorCode: 'ImageReadingError', message: withoutField(error.message) }];
    return { file, measurements: [], errors, milliseconds: elapsed() };
  }
}

function describe({ file, measurements, errors }: GradedFile): string {
  const rows = measurements.map((measured) => [
    measured.measure,
    String(measured.scalarScore).padStart(5),
    measured.rawValue.toFixed(4),
    measured.method,
    adviceFor(measured),
  ]);
  return [
    file,
    ...(rows.length === 0 ? [] : [table(['MEASURE', 'SCORE', 'RAW', 'METHOD', 'ADVICE'], rows)]),
    ...errors.map(({ errorCode, message }) => `${errorCode}: ${message}`),
  ].join('\n');
}

interface GradedFile {
  readonly file: string;
  readonly measurements: readonly QualityMeasurement[];
  readonly errors: readonly Refusal[];
  readonly milliseconds: number;
}

/** Measures that were not computed have raw value 0 and score −1. Unreadable images have none. */
function toCsv(files: readonly GradedFile[]): string {
  const header = [
    'Filename',
    ...MEASURE_NAMES,
    ...MEASURE_NAMES.map((name) => `${name}.scalar`),
    'assessment_time_in_ms',
  ];
  return stringify(
    [header, ...files.map(row)].map((cells) => [...cells, '']),
    { delimiter: ';' },
  );
}

function row({ file, measurements, errors, milliseconds }: GradedFile): string[] {
  if (errors.some(({ errorCode }) => errorCode === 'ImageReadingError'))
    return [file, ...MEASURE_NAMES.map(() => ''), ...MEASURE_NAMES.map(() => ''), ''];
  const found = MEASURE_NAMES.map((name) => measurements.find(({ measure }) => measure === name));
  return [
    file,
    ...found.map((measured) => number(measured?.rawValue ?? 0)),
    ...found.map((measured) => String(measured?.scalarScore ?? -1)),
    String(milliseconds),
  ];
}

const number = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(6));
