/** Enrols people from a folder or CSV file, many at a time. Finished work is not repeated. */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { inLanes } from '../../async.ts';
import { InvalidArgument } from '../../errors.ts';
import { EXIT } from '../exit-codes.ts';
import type { Faces, TargetOptions } from '../faces/faces.ts';
import { withFaces } from '../faces/target.ts';
import { count, type OutputOptions, onOneLine, print } from '../output.ts';
import { startProgress } from '../progress.ts';
import { holdAlone } from './hold-alone.ts';
import { type ImportedImage, openJournal } from './import-journal.ts';
import { importPerson, type PersonReport } from './import-person.ts';
import { type ImportSource, openSource } from './import-sources.ts';
import { watchInterruption } from './interruption.ts';

export interface ImportImagesOptions extends OutputOptions, TargetOptions {
  readonly consent?: string;
  readonly workers?: number;
  /** For a folder: the file that maps folders to classes. */
  readonly mapping?: string;
  /** Skips people who have a template, unless it may be of this import. */
  readonly skipEnrolled?: boolean;
  readonly report?: string;
  readonly retryRefused?: boolean;
}

/** As shells have it of SIGINT. */
const INTERRUPTED = 130;

type ImportReport = Awaited<ReturnType<typeof run>>;

export const journalOf = (source: string): string => `${source.replace(/\/+$/, '')}.import.jsonl`;

/** @param journal file that records progress */
export async function importImages(
  source: string,
  options: ImportImagesOptions,
  journal: string,
): Promise<void> {
  refuseReportOver([source, journal, options.mapping], options.report);
  const needs = { engine: true, enrols: true, workers: options.workers ?? availableParallelism() };
  const people = await openSource(source, options.consent, options.mapping);
  using alone = new DisposableStack();
  for (const path of [people.mapping, journal]) if (path) alone.use(holdAlone(path));
  const report = await withFaces(options, (faces) => run(faces, people, journal, options), needs);
  if (report.refusedInAll > 0 || report.problems.length > 0) process.exitCode = EXIT.no;
  if (report.interrupted) process.exitCode = INTERRUPTED;
  print(options, report, describe);
}

/** The report must not overwrite an input. */
function refuseReportOver(
  inUse: readonly (string | undefined)[],
  report: string | undefined,
): void {
  if (report !== undefined && inUse.some((path) => path && resolve(path) === resolve(report)))
    throw new InvalidArgument(`--report: ${report} is used by this import: name another file.`);
}

async function run(
  faces: Faces,
  source: ImportSource,
  journalPath: string,
  { skipEnrolled = false, retryRefused = false, ...options }: ImportImagesOptions,
) {
  const journal = await openJournal(journalPath);
  const started = performance.now();
  const counts = { enrolledPeople: 0, enrolledImages: 0, refusedImages: 0, skippedImages: 0 };
  const skipped: string[] = [];
  const problems: string[] = [];
  const progress = startProgress('Enrolling', 'face images');
  let done = source.refused.length;
  const importer = {
    ...{ faces, journal, skipEnrolled, retryRefused, counts, skipped, problems },
    advance(images: number) {
      done += images;
      progress.update(done, source.total);
    },
    interruption: watchInterruption(),
  };
  counts.refusedImages = source.refused.length;
  let people: readonly (readonly PersonReport[])[];
  try {
    people = await inLanes(faces.lanes, source.people(), (person) =>
      importPerson(importer, person),
    );
  } finally {
    progress.stop();
    importer.interruption.end();
    await journal.close();
  }
  const refused = [...source.refused, ...journal.refused()];
  const report = options.report ?? journalPath.replace(/(\.jsonl)?$/, '.refused.csv');
  if (refused.length > 0) await writeRefusals(report, refused);
  return {
    journal: journalPath,
    /** For a folder: the class of each sub-folder, and its outcome. */
    mapping: source.mapping ?? null,
    people: people.flat(),
    /** CSV of the refusals. Null: there were none. */
    report: refused.length > 0 ? report : null,
    /** Skipped, because they have a template not of this import. */
    skipped: skipped.sort(),
    ...counts,
    /** Of a CSV file: rows refused as they stand. */
    refusedRows: source.refused,
    /** Of this and earlier runs. */
    refusedInAll: refused.length,
    /** Tags that could not be set. */
    problems,
    /** Of a folder: what is in it, but not read. Null: of a CSV file. */
    leftOut: source.leftOut ?? null,
    /** Ended by a signal: the rest is for the next run. */
    interrupted: importer.interruption.happened,
    ...{ done, total: source.total },
    seconds: Math.round(performance.now() - started) / 1000,
  };
}

async function writeRefusals(path: string, refused: readonly ImportedImage[]): Promise<void> {
  const rows = refused.flatMap(({ class: classId, image, errors }) =>
    errors.map(({ errorCode, message }) => [classId, image, errorCode, message]),
  );
  const heading = ['class', 'image', 'error', 'message'];
  await writeFile(path, stringify([heading, ...rows], { escape_formulas: true }), { mode: 0o600 });
}

function describe(result: ImportReport): string {
  const { people, skipped, enrolledPeople, enrolledImages, refusedImages, seconds } = result;
  const notEnrolled = people.filter((one) => one.enrolledImages === 0 && !one.enrolledEarlier);
  const rate = (enrolledImages + refusedImages) / Math.max(seconds, 0.001);
  const lines = [
    ...(result.interrupted
      ? [`Interrupted after ${result.done} of ${count(result.total, 'face image')}.`]
      : []),
    `${count(enrolledPeople, 'person', 'people')} enrolled from ` +
      `${count(enrolledImages, 'face image')} in ${seconds.toFixed(1)} s` +
      `${enrolledImages === 0 ? '' : ` (${rate.toFixed(1)}/s)`}.`,
  ];
  if (result.mapping !== null) lines.push(`Which folder is which class: ${result.mapping}`);
  if (skipped.length > 0) lines.push(`Skipped, as enrolled already: ${skipped.length}.`);
  if (result.skippedImages > 0) lines.push(`Done by an earlier run: ${result.skippedImages}.`);
  if (result.skippedImages > 0 && result.refusedInAll > result.refusedImages)
    lines.push(
      'Face images that an earlier run refused were skipped. Once they are put right, add --retry-refused.',
    );
  if (result.skippedImages > 0 && enrolledImages + refusedImages === 0)
    lines.push(
      'For another client or installation: name a new --journal and, of a folder, --mapping.',
    );
  if (result.report !== null)
    lines.push(`Refused so far: ${result.refusedInAll}. Which ones, and why: ${result.report}`);
  lines.push(
    ...result.refusedRows
      .flatMap(({ errors }) => errors)
      .map(({ message }) => `  ${onOneLine(message)}`),
  );
  if (result.problems.length > 0)
    lines.push(
      '',
      'Enrolled, but without their tags:',
      ...result.problems.map((one) => `  ${onOneLine(one)}`),
    );
  if (notEnrolled.length > 0)
    lines.push(
      '',
      onOneLine(`Not enrolled: ${notEnrolled.map(({ folder }) => folder).join(', ')}`),
    );
  if (result.interrupted) lines.push('To go on, run the same command again.');
  lines.push(`A later run needs this to continue: ${result.journal}`);
  return lines.join('\n');
}
