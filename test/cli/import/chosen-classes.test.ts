/** A class that an import has chosen is nobody else's, whatever other imports do meanwhile. */
import { expect, test } from 'vitest';
import { openChosenClasses } from '../../../src/cli/import/chosen-classes.ts';
import { Aborted, Unavailable } from '../../../src/errors.ts';

const ann = { classId: 5n, folder: 'ann', chosen: true, tags: [], consent: undefined, images: [] };
const answered = (performedAction: string, enrolledImages: number) => async () => [
  { performedAction, enrolledImages },
];
const created = answered('NEW_TEMPLATE_CREATED', 2);

test('is kept for the people enrolled in it, and no others', async () => {
  const chosen = openChosenClasses(async () => false);
  await chosen.enrol(ann, created);
  await chosen.enrol({ ...ann, folder: 'bob' }, answered('ENROLLMENT_FAILED', 0));
  expect([...chosen.kept]).toEqual(['ann']);
});

test('is kept where the answer got lost', async () => {
  const chosen = openChosenClasses(async () => false);
  const lost = async () => {
    throw new Unavailable('gone');
  };
  await expect(chosen.enrol(ann, lost)).rejects.toThrow('gone');
  expect([...chosen.kept]).toEqual(['ann']);
});

test('that was given to another person meanwhile is not used', async () => {
  let asked = false;
  const enrol = async () => {
    asked = true;
    return created();
  };
  const chosen = openChosenClasses(async () => true);
  const refused = chosen.enrol(ann, enrol);
  await expect(refused).rejects.toThrow(Aborted);
  await expect(refused).rejects.toThrow(/^Class 5, chosen for the folder "ann", was given to /);
  expect(asked).toBe(false);
  expect([...chosen.kept]).toEqual([]);
});

test('that two imports enrolled at the same moment is named, with all others', async () => {
  const chosen = openChosenClasses(async () => false);
  const both = answered('TEMPLATE_UPDATED', 1);
  expect(chosen.shared()).toBeUndefined();
  await expect(chosen.enrol(ann, both)).rejects.toThrow(Aborted);
  await expect(chosen.enrol({ ...ann, classId: 7n }, both)).rejects.toThrow(Aborted);
  expect(chosen.shared()?.message).toMatch(/ hold two people now: 5, 7\. Erase each with /);
  expect([...chosen.kept]).toEqual([]);
});
