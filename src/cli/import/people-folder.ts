/** A folder of people: a sub-folder per person, with the face images in it. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidArgument } from '../../errors.ts';
import { isImageName } from '../../faces/image/format.ts';
import { count, note } from '../output.ts';

export interface PersonFolder {
  readonly folder: string;
  /** Paths of the face images. */
  readonly files: readonly string[];
}

/** Sub-folders with face images, by name. @throws InvalidArgument no folder, or no person in it */
export async function listPeople(dir: string): Promise<readonly PersonFolder[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch((error: Error) => {
    throw new InvalidArgument(`${dir}: not a folder that can be read (${error.message})`);
  });
  const people: PersonFolder[] = [];
  let ignored = 0;
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isDirectory()) {
      ignored += isImageName(entry.name) ? 1 : 0;
      continue;
    }
    const inside = await readdir(join(dir, entry.name), { withFileTypes: true });
    const files = inside
      .filter((file) => !file.isDirectory() && isImageName(file.name))
      .map((file) => join(dir, entry.name, file.name))
      .sort();
    if (files.length > 0) people.push({ folder: entry.name, files });
  }
  if (ignored > 0)
    note(
      `prosopon: ${count(ignored, 'face image')} directly in ${dir} left out: not in a sub-folder`,
    );
  if (people.length === 0)
    throw new InvalidArgument(`${dir}: no sub-folder with face images; each person needs one`);
  return people;
}
