/** Imports one person: what is new of the images, whether they show one person, and the tags. */
import { deleteTemplateContract } from '../../contract/delete-template.ts';
import { setTemplateTagsContract } from '../../contract/set-template-tags.ts';
import { templateStatusContract } from '../../contract/template-status.ts';
import { InvalidArgument } from '../../errors.ts';
import { enrollPerson, type PersonResult, showsAnother } from '../faces/enroll-person.ts';
import type { Faces } from '../faces/faces.ts';
import { readImage } from '../files.ts';
import type { openJournal } from './import-journal.ts';
import type { ImportedPerson } from './import-sources.ts';
import type { Interruption } from './interruption.ts';

export interface Importer {
  readonly faces: Faces;
  readonly journal: Awaited<ReturnType<typeof openJournal>>;
  /** Skips people who have a template, unless it may be of this import. */
  readonly skipEnrolled: boolean;
  readonly retryRefused: boolean;
  readonly counts: Record<
    'enrolledPeople' | 'enrolledImages' | 'refusedImages' | 'skippedImages',
    number
  >;
  /** People who were skipped. */
  readonly skipped: string[];
  /** Tags that could not be set. */
  readonly problems: string[];
  advance(images: number): void;
  readonly interruption: Interruption;
}

export type PersonReport = PersonResult & {
  readonly folder: string;
  readonly enrolledEarlier: boolean;
};

/** Images one after another: samples of a class must not race each other. */
export async function importPerson(
  importer: Importer,
  person: ImportedPerson,
): Promise<readonly PersonReport[]> {
  const { faces, journal, counts, advance, interruption } = importer;
  const { classId, folder, images } = person;
  if (interruption.happened) return [];
  const { available } = await faces.call(templateStatusContract, {}, { classId });
  if (importer.skipEnrolled && available && !journal.hasBegun(person)) {
    importer.skipped.push(folder ?? String(classId));
    advance(images.length);
    return [];
  }
  await journal.begin(person, !available);
  const waiting = images.filter(({ name }) => {
    const known = journal.find(person, name);
    return known === undefined || (!known.enrolled && importer.retryRefused);
  });
  const enrolledEarlier = images.some(({ name }) => journal.find(person, name)?.enrolled);
  counts.skippedImages += images.length - waiting.length;
  advance(images.length - waiting.length);
  const isOwn = journal.hasMade(person) && (!available || enrolledEarlier);
  const result = await enrolImages(importer, person, waiting, isOwn);
  counts.enrolledPeople += result.enrolledImages > 0 ? 1 : 0;
  counts.enrolledImages += result.enrolledImages;
  counts.refusedImages += result.refused.length;
  await addTags(importer, person);
  return folder === undefined ? [] : [{ folder, ...result, enrolledEarlier }];
}

/** @param isOwn whether the template comes from this import alone, so that it may be taken back */
async function enrolImages(
  importer: Importer,
  person: ImportedPerson,
  waiting: ImportedPerson['images'],
  isOwn: boolean,
): Promise<PersonResult> {
  const { faces, journal, advance, interruption } = importer;
  const { classId, consent } = person;
  let other: string | undefined;
  const left = function* () {
    for (const image of waiting) {
      if (interruption.happened || other !== undefined) return;
      yield { ...image, file: image.path, read: () => readImage(image.path) };
    }
  };
  const result = await enrollPerson(faces, classId, left(), consent, async ({ name }, outcome) => {
    if (isOwn && showsAnother(outcome)) other = name;
    else
      await journal.write({
        ...{ class: `${classId}`, image: name, enrolled: outcome.enrolledImages > 0 },
        errors: outcome.errors,
      });
    advance(1);
  });
  if (other === undefined) return result;
  return { ...result, ...(await takeBack(importer, person, other)) };
}

/** Erases the template: it is unknown whose images are the right ones. */
async function takeBack(
  { faces, journal }: Importer,
  { classId, folder, images }: ImportedPerson,
  other: string,
): Promise<Pick<PersonResult, 'performedAction' | 'enrolledImages' | 'refused'>> {
  await faces.call(deleteTemplateContract, {}, { classId });
  const reason = {
    errorCode: 'DifferentPeople',
    message:
      `${other} shows another person than the other face images of ` +
      `${folder ?? `class ${classId}`}, so none was enrolled: sort them, and add --retry-refused.`,
  };
  for (const { name } of images)
    await journal.write({ class: `${classId}`, image: name, enrolled: false, errors: [reason] });
  const refused = images.map(({ path }) => ({ file: path, ...reason }));
  return { performedAction: 'ENROLLMENT_FAILED', enrolledImages: 0, refused };
}

/** Adds the tags of the source to those of the template. */
async function addTags({ faces, problems }: Importer, person: ImportedPerson): Promise<void> {
  const { classId, tags } = person;
  if (tags.length === 0) return;
  const { available, tags: present } = await faces.call(templateStatusContract, {}, { classId });
  if (!available || tags.every((tag) => present.includes(tag))) return;
  try {
    await faces.call(setTemplateTagsContract, { tags: [...present, ...tags] }, { classId });
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    problems.push(`class ${classId}: ${error.message}`);
  }
}
