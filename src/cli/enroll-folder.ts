/** Enrols a folder of people: one sub-folder a person, several people at a time. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { inLanes } from '../async.ts';
import { readInput } from './arguments.ts';
import { assignClasses, type ClassMapping, readMapping, writeMapping } from './class-mapping.ts';
import { enrollPerson, type PersonResult } from './enroll-person.ts';
import { EXIT } from './exit-codes.ts';
import type { Faces, TargetOptions } from './faces.ts';
import { count, type OutputOptions, print, table } from './output.ts';
import { listPeople, type PersonFolder } from './people-folder.ts';
import { startProgress } from './progress.ts';
import { withFaces } from './target.ts';

export interface FolderOptions {
  readonly dir: string;
  readonly mapping?: string;
  readonly skipEnrolled?: boolean;
  readonly workers?: number;
}

type Options = OutputOptions & TargetOptions & FolderOptions & { readonly consent?: string };

interface FolderResult {
  readonly mapping: string;
  readonly people: readonly (PersonResult & { readonly folder: string })[];
  /** Passed over, because they have a template already. */
  readonly skipped: readonly string[];
  readonly enrolledPeople: number;
  readonly enrolledImages: number;
  readonly refusedImages: number;
  readonly seconds: number;
}

export async function enrollFolder(options: Options): Promise<void> {
  const people = await listPeople(options.dir);
  const mapping = options.mapping ?? join(options.dir, 'prosopon-classes.json');
  const needs = { engine: true, workers: options.workers ?? availableParallelism() };
  const result = await withFaces(options, (faces) => run(faces, people, mapping, options), needs);
  if (result.people.some(({ performedAction }) => performedAction === 'ENROLLMENT_FAILED'))
    process.exitCode = EXIT.no;
  print(options, result, describe);
}

async function run(
  faces: Faces,
  people: readonly PersonFolder[],
  path: string,
  options: Options,
): Promise<FolderResult> {
  const isEnrolled = async (classId: bigint) => (await faces.status(classId)).available;
  const folders = people.map(({ folder }) => folder);
  const mapping = await assignClasses(folders, await readMapping(path), isEnrolled);
  // Written before the first enrolment: an interrupted run has to find its classes again.
  await writeMapping(path, mapping);

  const skipped: string[] = [];
  const waiting: PersonFolder[] = [];
  for (const person of people)
    if (options.skipEnrolled && (await isEnrolled(mapping.get(person.folder)!)))
      skipped.push(person.folder);
    else waiting.push(person);

  const started = performance.now();
  const done = await enrollAll(faces, waiting, mapping, options.consent);
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  return {
    mapping: path,
    people: done,
    skipped,
    enrolledPeople: done.filter((person) => person.enrolledImages > 0).length,
    enrolledImages: sum(done.map((person) => person.enrolledImages)),
    refusedImages: sum(done.map((person) => person.refused.length)),
    seconds: Math.round(performance.now() - started) / 1000,
  };
}

/** One person after the other in each lane: the samples of a class must not race each other. */
async function enrollAll(
  faces: Faces,
  people: readonly PersonFolder[],
  mapping: ClassMapping,
  consent: string | undefined,
): Promise<FolderResult['people']> {
  const total = people.reduce((images, { files }) => images + files.length, 0);
  const progress = startProgress('Enrolling', 'photographs');
  let images = 0;
  progress.update(images, total);
  const read = async function* (files: readonly string[]) {
    for (const file of files) {
      yield { file, bytes: await readInput(file) };
      progress.update(++images, total);
    }
  };
  const results: (PersonResult & { folder: string })[] = [];
  try {
    await inLanes(faces.lanes, people.entries(), async ([i, { folder, files }]) => {
      const classId = mapping.get(folder)!;
      results[i] = { folder, ...(await enrollPerson(faces, classId, read(files), consent)) };
    });
  } finally {
    progress.stop();
  }
  return results;
}

function describe(result: FolderResult): string {
  const { people, skipped, enrolledPeople, enrolledImages, refusedImages, seconds } = result;
  const notEnrolled = people.filter(({ enrolledImages }) => enrolledImages === 0);
  const warnings = people.flatMap((person) => person.warnings);
  const rate = (enrolledImages + refusedImages) / Math.max(seconds, 0.001);
  const lines = [
    `${count(enrolledPeople, 'person', 'people')} enrolled from ` +
      `${count(enrolledImages, 'photograph')} in ${seconds.toFixed(1)} s` +
      `${enrolledImages === 0 ? '' : ` (${rate.toFixed(1)}/s)`}.`,
    `Which folder is which class: ${result.mapping}`,
  ];
  if (skipped.length > 0) lines.push(`Passed over as enrolled already: ${skipped.length}.`);
  if (refusedImages > 0) lines.push('', ...describeRefusals(people));
  if (warnings.length > 0)
    lines.push(
      '',
      'Enrolled, but worth a look:',
      ...warnings.map((w) => `  ${w.file}: ${w.message}`),
    );
  if (notEnrolled.length > 0)
    lines.push('', `Not enrolled: ${notEnrolled.map(({ folder }) => folder).join(', ')}`);
  return lines.join('\n');
}

function describeRefusals(people: FolderResult['people']): readonly string[] {
  const refused = people.flatMap((person) => person.refused);
  const reasons = Map.groupBy(refused, ({ errorCode }) => errorCode);
  const rows = [...reasons].sort((a, b) => b[1].length - a[1].length);
  return [
    `${count(refused.length, 'photograph')} refused:`,
    table(
      ['  REASON', 'NUMBER'],
      rows.map(([code, images]) => [`  ${code}`, String(images.length)]),
    ),
    ...refused.map(({ file, message }) => `  ${file}: ${message}`),
  ];
}
