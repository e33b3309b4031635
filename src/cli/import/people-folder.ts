/** A folder of people: a sub-folder per person, with the face images in it. */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidArgument } from '../../errors.ts';
import { isImageName } from '../../faces/image/format.ts';
import { count, note } from '../output.ts';

export interface PersonFolder {
  /** Its name, in Unicode's NFC. */
  readonly folder: string;
  /** Paths of the face images. */
  readonly files: readonly string[];
}

/** What is there, but not read, by number. */
export interface LeftOut {
  /** Face images that are not in a sub-folder. */
  directly: number;
  /** Face images in folders within a sub-folder. */
  deeper: number;
  /** Links to folders. */
  links: number;
  /** Files in sub-folders whose name has no extension. */
  withoutExtension: number;
  /** Hidden folders, such as .thumbnails. */
  hidden: number;
}

const isHidden = ({ name }: Dirent) => name.startsWith('.');
const isImage = (entry: Dirent) =>
  !entry.isDirectory() && !isHidden(entry) && isImageName(entry.name);

/** Sub-folders with face images, by name. @throws InvalidArgument no folder, or no person in it */
export async function listPeople(
  dir: string,
): Promise<{ readonly people: readonly PersonFolder[]; readonly leftOut: LeftOut }> {
  const entries = await readdir(dir, { withFileTypes: true }).catch((error: Error) => {
    throw new InvalidArgument(`${dir}: not a folder that can be read (${error.message})`);
  });
  const people: PersonFolder[] = [];
  const leftOut: LeftOut = { directly: 0, deeper: 0, links: 0, withoutExtension: 0, hidden: 0 };
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(dir, entry.name);
    if (entry.isDirectory() && !isHidden(entry)) {
      const files = await listImages(path, leftOut);
      if (files.length > 0) people.push({ folder: entry.name.normalize(), files });
    } else if (entry.isDirectory()) leftOut.hidden++;
    else if (await isLinkedFolder(entry, path)) leftOut.links++;
    else if (isImage(entry)) leftOut.directly++;
  }
  describeLeftOut(dir, leftOut);
  refuseSameNames(people);
  if (people.length === 0)
    throw new InvalidArgument(`${dir}: no sub-folder with face images; each person needs one`);
  return { people, leftOut };
}

async function listImages(path: string, leftOut: LeftOut): Promise<readonly string[]> {
  const inside = await readdir(path, { withFileTypes: true });
  for (const entry of inside) {
    const within = join(path, entry.name);
    if (isHidden(entry)) leftOut.hidden += entry.isDirectory() ? 1 : 0;
    else if (entry.isDirectory()) leftOut.deeper += await countImages(within);
    else if (await isLinkedFolder(entry, within)) leftOut.links++;
    else if (!entry.name.includes('.')) leftOut.withoutExtension++;
  }
  return inside
    .filter(isImage)
    .map((file) => join(path, file.name))
    .sort();
}

async function countImages(path: string): Promise<number> {
  const all = await readdir(path, { withFileTypes: true, recursive: true });
  return all.filter(isImage).length;
}

const isLinkedFolder = async (entry: Dirent, path: string) =>
  entry.isSymbolicLink() &&
  (await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  ));

function describeLeftOut(dir: string, leftOut: LeftOut): void {
  const { directly, deeper, links, withoutExtension, hidden } = leftOut;
  const say = (number: number, what: string, why: string) => {
    if (number > 0) note(`prosopon: ${what} left out: ${why}`);
  };
  say(directly, `${count(directly, 'face image')} directly in ${dir}`, 'not in a sub-folder');
  say(
    deeper,
    `${count(deeper, 'face image')} in folders within those of people`,
    'move them up into the folder of the person',
  );
  say(links, count(links, 'link to a folder', 'links to folders'), 'put the folder itself here');
  say(
    withoutExtension,
    count(withoutExtension, 'file without extension', 'files without extension'),
    'name face images .jpg, .png and so on',
  );
  say(hidden, count(hidden, 'hidden folder'), 'such folders hold copies, not people');
}

/** Two folders of one name, spelled in Unicode's NFC and NFD, would be one person. */
function refuseSameNames(people: readonly PersonFolder[]): void {
  const seen = new Set<string>();
  for (const { folder } of people) {
    if (seen.has(folder))
      throw new InvalidArgument(
        `${folder}: two folders have this name, in two spellings of Unicode`,
      );
    seen.add(folder);
  }
}
