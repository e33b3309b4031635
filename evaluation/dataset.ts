/** An LFW-style folder of photographs: one subfolder for each person, named after the person. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isImageName } from '../src/faces/image/format.ts';

/** A photograph: its path relative to the folder, with forward slashes, and its person. */
export interface DatasetImage {
  readonly path: string;
  readonly person: string;
}

export interface Dataset {
  readonly root: string;
  /** Sorted by path. */
  readonly images: readonly DatasetImage[];
}

/**
 * Lists the photographs of everyone for whom `includes` is true.
 * @throws Error no such folder, or no photograph of such a person
 */
export async function readDataset(
  root: string,
  includes: (person: string) => boolean = () => true,
): Promise<Dataset> {
  const entries = await readdir(root, { withFileTypes: true });
  const people = entries
    .filter((entry) => entry.isDirectory() && includes(entry.name))
    .map((entry) => entry.name)
    .sort();
  const images: DatasetImage[] = [];
  for (const person of people) {
    const files = (await readdir(join(root, person))).sort();
    for (const file of files)
      if (isImageName(file)) images.push({ path: `${person}/${file}`, person });
  }
  if (images.length === 0) throw new Error(`${root}: no photographs (one sub-folder a person)`);
  return { root, images };
}
