/** Maps folders of people to classes, in a file, so that every run gives the same answer. */

import { newClassId } from '../../access/new-class-id.ts';
import { readIfThere } from '../../config/regular-file.ts';
import { InvalidArgument } from '../../errors.ts';
import { parseClassId } from '../arguments.ts';
import { replaceFile } from '../files.ts';
import { toJson } from '../output.ts';

export type ClassMapping = ReadonlyMap<string, bigint>;

/** @throws InvalidArgument the file is not a mapping */
export async function readMapping(path: string): Promise<ClassMapping> {
  const text = await readIfThere(path);
  if (text === undefined) return new Map();
  const mapping = parseMapping(text);
  if (mapping !== undefined) return mapping;
  throw new InvalidArgument(`${path}: expected JSON such as {"alice": 1, "bob": 2}`);
}

function parseMapping(text: string): ClassMapping | undefined {
  try {
    const value: unknown = JSON.parse(text, exactClassId);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const entries = Object.entries(value);
    return entries.every(isMapped)
      ? new Map(entries.map(([folder, classId]) => [folder.normalize(), classId]))
      : undefined;
  } catch {
    return undefined;
  }
}

const isMapped = (entry: [string, unknown]): entry is [string, bigint] =>
  typeof entry[1] === 'bigint';

/** A reviver that reads the digits, because JSON.parse rounds integers beyond 2^53. */
function exactClassId(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? parseClassId(context?.source ?? '') : value;
}

export const writeMapping = (path: string, mapping: ClassMapping): Promise<void> =>
  replaceFile(path, toJson(Object.fromEntries(mapping)));

/** Whether the name is a number. Leading zeros are allowed, as for all class ids. */
const isNumber = (folder: string): boolean => /^0*[1-9]\d*$/.test(folder);

/**
 * The class of every folder: from the mapping, else the number in its name, else a new class. The
 * folder keeps it even if nobody in it was enrolled.
 * @throws InvalidArgument two folders share a class
 */
export function assignClasses(folders: readonly string[], known: ClassMapping): ClassMapping {
  const assigned = new Map(known);
  for (const folder of folders)
    if (!assigned.has(folder))
      assigned.set(folder, isNumber(folder) ? numberOf(folder) : newClassId());
  refuseShared(assigned);
  return assigned;
}

/** Two people in the same template would be mistaken for each other from then on. */
function refuseShared(mapping: ClassMapping): void {
  const holders = new Map<bigint, string>();
  for (const [folder, classId] of mapping) {
    const other = holders.get(classId);
    if (other !== undefined)
      throw new InvalidArgument(
        `The folders "${other}" and "${folder}" would share class ${classId}: ` +
          'rename one of them, or correct the mapping file.',
      );
    holders.set(classId, folder);
  }
}

function numberOf(folder: string): bigint {
  try {
    return parseClassId(folder);
  } catch {
    throw new InvalidArgument(`${folder}: the name of the folder is not a 64-bit class id`);
  }
}
