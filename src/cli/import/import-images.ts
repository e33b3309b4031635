/** Enrols people from a folder or CSV file, many at a time. Finished work is not repeated. */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { inLanes } from '../../async.ts';
import { setTemplateTagsContract } from '../../contract/set-template-tags.ts';
import { templateStatusContract } from '../../contract/template-status.ts';
import { InvalidArgument } from '../../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { enrollPerson, type ImageOutcome } from '../faces/enroll-person.ts';
import type { Faces, TargetOptions } from '../faces/faces.ts';
import { withFaces } from '../faces/target.ts';
import { readImage } from '../files.ts';
import { count, type OutputOptions, onOneLine, print, table } from '../output.ts';
import { startProgress } from '../progress.ts';
import { holdAlone } from './hold-alone.ts';
import { type ImportedImage, openJournal } from './import-journal.ts';
import { type ImportedPerson, type ImportSource, openSource } from './import-sources.ts';

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

type ImportReport = Awaited<ReturnType<typeof run>>;

export const journalOf = (source: string): string => `${source.replace(/\/+$/, '')}.import.jsonl`;

/** @param journal file that records progress; undefined: none */
export async function importImages(
  source: string,
  options: ImportImagesOptions,
  journal: string | undefined,
): Promise<void> {
  refuseReportOver([source, journal, options.mapping], options.report);
  const needs = { engine: true, workers: options.workers ?? availableParallelism() };
  const people = await openSource(source, options.consent, options.mapping);
  using alone = new DisposableStack();
  for (const path of [people.mapping, journal]) if (path) alone.use(holdAlone(path));
  const report = await withFaces(options, (faces) => run(faces, people, journal, options), needs);
  const failed = report.people.some((person) => person.performedAction === 'ENROLLMENT_FAILED');
  if (journal === undefined ? failed : report.refusedInAll > 0) process.exitCode = EXIT.no;
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
  journalPath: string | undefined,
  { skipEnrolled, retryRefused, ...options }: ImportImagesOptions,
) {
  const isTaken = async (classId: bigint) =>
    (await faces.call(templateStatusContract, {}, { classId })).available;
  const journal = await openJournal(journalPath);
  const started = performance.now();
  const counts = { enrolledPeople: 0, enrolledImages: 0, refusedImages: 0, skippedImages: 0 };
  const skipped: string[] = [];
  const progress = startProgress('Enrolling', 'face images');
  let done = 0;
  const advance = (images = 1) => {
    done += images;
    progress.update(done, source.total);
  };
  /** Images of a person one after another: samples of a class must not race each other. */
  const enrol = async (person: ImportedPerson) => {
    const { classId, folder } = person;
    if (skipEnrolled && (await isTaken(classId)) && !journal.hasBegun(person)) {
      skipped.push(folder ?? String(classId));
      advance(person.images.length);
      return [];
    }
    await journal.begin(person);
    const waiting = person.images.filter(({ name }) => {
      const known = journal.find(person, name);
      return known === undefined || (!known.enrolled && retryRefused);
    });
    const enrolledEarlier = person.images.some(({ name }) => journal.find(person, name)?.enrolled);
    counts.skippedImages += person.images.length - waiting.length;
    advance(person.images.length - waiting.length);
    const images = waiting.map((image) => ({
      ...{ ...image, file: image.path, read: () => readImage(image.path) },
    }));
    const note = async (
      { name: image }: { name: string },
      { enrolledImages, errors }: ImageOutcome,
    ) => {
      await journal.write({ class: `${classId}`, image, enrolled: enrolledImages > 0, errors });
      advance();
    };
    const result = await enrollPerson(faces, classId, images, person.consent, note);
    counts.enrolledPeople += result.enrolledImages > 0 ? 1 : 0;
    counts.enrolledImages += result.enrolledImages;
    counts.refusedImages += result.refused.length;
    await addTags(faces, person);
    return folder === undefined ? [] : [{ folder, ...result, enrolledEarlier }];
  };
  let people: Awaited<ReturnType<typeof enrol>>[];
  try {
    people = await inLanes(faces.lanes, source.people(), enrol);
  } finally {
    progress.stop();
    await journal.close();
  }
  const refused = journal.refused();
  const report =
    journalPath && (options.report ?? journalPath.replace(/(\.jsonl)?$/, '.refused.csv'));
  if (report && refused.length > 0) await writeRefusals(report, refused);
  return {
    /** Null: progress is not recorded. */
    journal: journalPath ?? null,
    /** For a folder: the class of each sub-folder, and its outcome. */
    mapping: source.mapping ?? null,
    people: people.flat(),
    /** CSV of the refusals. Null: there were none, or progress is not recorded. */
    report: report && refused.length > 0 ? report : null,
    /** Skipped, because they have a template not of this import. */
    skipped: skipped.sort(),
    ...counts,
    /** Of this and earlier runs. */
    refusedInAll: refused.length,
    seconds: Math.round(performance.now() - started) / 1000,
  };
}

/** Adds the tags of the source to those of the template. */
async function addTags(faces: Faces, { classId, tags }: ImportedPerson): Promise<void> {
  if (tags.length === 0) return;
  const { available, tags: present } = await faces.call(templateStatusContract, {}, { classId });
  if (available && !tags.every((tag) => present.includes(tag)))
    await faces.call(setTemplateTagsContract, { tags: [...present, ...tags] }, { classId });
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
  const warnings = people.flatMap((person) => person.warnings);
  const rate = (enrolledImages + refusedImages) / Math.max(seconds, 0.001);
  const lines = [
    `${count(enrolledPeople, 'person', 'people')} enrolled from ` +
      `${count(enrolledImages, 'face image')} in ${seconds.toFixed(1)} s` +
      `${enrolledImages === 0 ? '' : ` (${rate.toFixed(1)}/s)`}.`,
  ];
  if (result.mapping !== null) lines.push(`Which folder is which class: ${result.mapping}`);
  if (skipped.length > 0) lines.push(`Skipped, as enrolled already: ${skipped.length}.`);
  if (result.skippedImages > 0) lines.push(`Done by an earlier run: ${result.skippedImages}.`);
  if (result.skippedImages > 0 && enrolledImages + refusedImages === 0)
    lines.push(
      'For another client or installation: name a new --journal and, of a folder, --mapping.',
    );
  if (result.report !== null)
    lines.push(`Refused so far: ${result.refusedInAll}. Which ones, and why: ${result.report}`);
  if (result.report === null && refusedImages > 0) lines.push('', ...describeRefusals(people));
  if (warnings.length > 0)
    lines.push(
      '',
      'Enrolled, but worth a look:',
      ...warnings.map((w) => `  ${onOneLine(`${w.file}: ${w.message}`)}`),
    );
  if (notEnrolled.length > 0)
    lines.push(
      '',
      onOneLine(`Not enrolled: ${notEnrolled.map(({ folder }) => folder).join(', ')}`),
    );
  if (result.journal !== null) lines.push(`A later run needs this to continue: ${result.journal}`);
  return lines.join('\n');
}

function describeRefusals(people: ImportReport['people']): readonly string[] {
  const refused = people.flatMap((person) => person.refused);
  const reasons = Map.groupBy(refused, ({ errorCode }) => errorCode);
  const rows = [...reasons].sort((a, b) => b[1].length - a[1].length);
  return [
    `${count(refused.length, 'face image')} refused:`,
    table(
      ['  REASON', 'NUMBER'],
      rows.map(([code, images]) => [`  ${code}`, String(images.length)]),
    ),
    ...refused.map(({ file, message }) => `  ${onOneLine(`${file}: ${message}`)}`),
  ];
}
