/** Classes that an import has chosen itself: two people in one would be taken for each other. */
import { Aborted } from '../../errors.ts';
import type { PersonResult } from '../faces/enroll-person.ts';
import type { ImportedPerson } from './import-sources.ts';

type Results = readonly Pick<PersonResult, 'enrolledImages' | 'performedAction'>[];

/** @param isTaken whether a class has a template */
export function openChosenClasses(isTaken: (classId: bigint) => Promise<boolean>) {
  const kept = new Set<string>();
  const shared: bigint[] = [];
  return {
    /** Folders whose class has a template by this run, or may have one: an answer can get lost. */
    kept: kept as ReadonlySet<string>,
    /** Enrols a person in the folder's class. @throws Aborted another import has chosen it */
    async enrol<Of extends Results>(
      { classId, folder = '' }: ImportedPerson,
      enrol: () => Promise<Of>,
    ): Promise<Of> {
      if (await isTaken(classId))
        throw new Aborted(
          `Class ${classId}, chosen for the folder "${folder}", was given to another person meanwhile. ` +
            'Run this again when no other import is running.',
        );
      kept.add(folder);
      const results = await enrol();
      const isEnrolled = results.some(({ enrolledImages }) => enrolledImages > 0);
      const isNew = results.some(({ performedAction }) => performedAction === NEW);
      if (!isEnrolled || !isNew) kept.delete(folder);
      if (isEnrolled && !isNew) {
        shared.push(classId);
        throw sharedAmong(shared);
      }
      return results;
    },
    /** That classes hold two people now, as both imports enrolled at the same moment; undefined: none does. */
    shared: () => (shared.length > 0 ? sharedAmong(shared) : undefined),
  };
}

const sharedAmong = (classes: readonly bigint[]) =>
  new Aborted(
    `Another import chose the same classes at the same moment. These hold two people now: ${classes.join(', ')}. ` +
      'Erase each with "prosopon template delete", run the other import again with --skip-enrolled and a ' +
      'new --journal, and then this one.',
  );

const NEW = 'NEW_TEMPLATE_CREATED';
