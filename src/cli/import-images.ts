/** Enrols people from a folder or a CSV file, many at a time; what is done is not done again. */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { stringify } from 'csv-stringify/sync';
import { inLanes } from '../async.ts';
import { InvalidArgument } from '../errors.ts';
import { readInput } from './arguments.ts';
import { enrollPerson } from './enroll-person.ts';
import { EXIT } from './exit-codes.ts';
import type { Faces, TargetOptions } from './faces.ts';
import { type ImportedImage, type ImportJournal, openJournal } from './import-journal.ts';
import { type ImportedPerson, type ImportSource, openSource } from './import-sources.ts';
import { count, type OutputOptions, print } from './output.ts';
import { startProgress } from './progress.ts';
import { withFaces } from './target.ts';

export interface ImportImagesOptions extends OutputOptions, TargetOptions {
  readonly consent?: string;
  readonly workers?: number;
  readonly journal?: string;
  readonly report?: string;
  readonly retryRefused?: boolean;
}

interface ImportReport {
  readonly journal: string;
  /** CSV of the refusals; null: there were none. */
  readonly report: string | null;
  readonly enrolledImages: number;
  readonly refusedImages: number;
  /** Done by an earlier run. */
  readonly skippedImages: number;
  /** Of this and earlier runs. */
  readonly refusedInAll: number;
  readonly seconds: number;
}

export async function importImages(source: string, options: ImportImagesOptions): Promise<void> {
  const path = options.journal ?? `${source.replace(/\/+$/, '')}.import.jsonl`;
  const needs = { engine: true, workers: options.workers ?? availableParallelism() };
  const people = await openSource(source, options.consent);
  const report = await withFaces(options, (faces) => run(faces, people, path, options), needs);
  if (report.refusedInAll > 0) process.exitCode = EXIT.no;
  print(options, report, describe);
}

async function run(
  faces: Faces,
  source: ImportSource,
  journalPath: string,
  options: ImportImagesOptions,
): Promise<ImportReport> {
  const isTaken = async (classId: bigint) => (await faces.status(classId)).available;
  const journal = await openJournal(journalPath);
  const started = performance.now();
  const counts = { enrolledImages: 0, refusedImages: 0, skippedImages: 0 };
  const progress = startProgress('Importing', 'photographs');
  let done = 0;
  try {
    await inLanes(faces.lanes, source.people(isTaken), async (person) => {
      for (const image of person.images) {
        const known = journal.find(person.classId, image.name);
        const isDone = known?.enrolled === true || (known && !options.retryRefused);
        const outcome = isDone ? 'skippedImages' : await importImage(faces, journal, person, image);
        counts[outcome]++;
        progress.update(++done, source.total);
      }
      await addTags(faces, person);
    });
  } finally {
    progress.stop();
    await journal.close();
  }
  const refused = journal.refused();
  const report = options.report ?? journalPath.replace(/(\.jsonl)?$/, '.refused.csv');
  if (refused.length > 0) await writeRefusals(report, refused);
  return {
    journal: journalPath,
    report: refused.length > 0 ? report : null,
    ...counts,
    refusedInAll: refused.length,
    seconds: Math.round(performance.now() - started) / 1000,
  };
}

async function importImage(
  faces: Faces,
  journal: ImportJournal,
  { classId, consent }: ImportedPerson,
  { name, path }: ImportedPerson['images'][number],
): Promise<'enrolledImages' | 'refusedImages'> {
  const { enrolled, errors } = await enrolFile(faces, classId, path, consent);
  await journal.write({ class: String(classId), image: name, enrolled, errors });
  return enrolled ? 'enrolledImages' : 'refusedImages';
}

/** A file that is not there is a refusal among others. */
async function enrolFile(
  faces: Faces,
  classId: bigint,
  path: string,
  consent: string | undefined,
): Promise<Pick<ImportedImage, 'enrolled' | 'errors'>> {
  let bytes: Uint8Array;
  try {
    bytes = await readInput(path);
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    return { enrolled: false, errors: [{ errorCode: 'Unreadable', message: error.message }] };
  }
  const result = await enrollPerson(faces, classId, [{ file: path, bytes }], consent);
  return {
    enrolled: result.performedAction !== 'ENROLLMENT_FAILED',
    errors: result.refused.map(({ errorCode, message }) => ({ errorCode, message })),
  };
}

/** Tags of the source are added to those the template has. */
async function addTags(faces: Faces, { classId, tags }: ImportedPerson): Promise<void> {
  if (tags.length === 0) return;
  const { available, tags: present } = await faces.status(classId);
  if (available && !tags.every((tag) => present.includes(tag)))
    await faces.setTags(classId, [...present, ...tags]);
}

async function writeRefusals(path: string, refused: readonly ImportedImage[]): Promise<void> {
  const rows = refused.flatMap(({ class: classId, image, errors }) =>
    errors.map(({ errorCode, message }) => [classId, image, errorCode, message]),
  );
  const heading = ['class', 'image', 'error', 'message'];
  await writeFile(path, stringify([heading, ...rows], { escape_formulas: true }), { mode: 0o600 });
}

function describe(result: ImportReport): string {
  const { enrolledImages, refusedImages, skippedImages, seconds, report, refusedInAll } = result;
  const rate = (enrolledImages + refusedImages) / Math.max(seconds, 0.001);
  const lines = [
    `${count(enrolledImages, 'photograph')} enrolled, ${refusedImages} refused in ` +
      `${seconds.toFixed(1)} s (${rate.toFixed(1)}/s).`,
  ];
  if (skippedImages > 0) lines.push(`Done by an earlier run: ${skippedImages}.`);
  if (report !== null) lines.push(`Refused so far: ${refusedInAll}; which, and why: ${report}`);
  lines.push(`A run that goes on from here needs: ${result.journal}`);
  return lines.join('\n');
}
