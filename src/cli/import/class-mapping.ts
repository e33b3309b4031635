/** Which folder of people is which class: kept in a file, so every run gives the same answer. */

import { InvalidArgument } from '../../errors.ts';
import { parseClassId, readIfThere, replaceFile } from '../arguments.ts';
import { toJson } from '../output.ts';

export type ClassMapping = ReadonlyMap<string, bigint>;

/** @throws InvalidArgument the file is not a mapping */
export async function readMapping(path: string): Promise<ClassMapping> {
  const text = await readIfThere(path);
  if (text === undefined) return new Map();
  try {
    return new Map(Object.entries(JSON.parse(text, exactClassId) as Record<string, bigint>));
  } catch {
    throw new InvalidArgument(`${path}: expected JSON such as {"alice": 1, "bob": 2}`);
  }
}

/** A reviver that reads the digits, because JSON.parse rounds integers beyond 2^53. */
function exactClassId(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? parseClassId(context?.source ?? '') : value;
}

export const writeMapping = (path: string, mapping: ClassMapping): Promise<void> =>
  replaceFile(path, toJson(Object.fromEntries(mapping)));

/**
 * The class of every folder: what the mapping says, else the number that is its name, else the
 * next number that is neither given away nor taken.
 */
export async function assignClasses(
  folders: readonly string[],
  known: ClassMapping,
  isTaken: (classId: bigint) => Promise<boolean>,
): Promise<ClassMapping> {
  const assigned = new Map(known);
  for (const folder of folders)
    if (!assigned.has(folder) && /^[1-9]\d*$/.test(folder)) assigned.set(folder, numberOf(folder));
  const used = new Set(assigned.values());
  let next = 1n;
  for (const folder of folders) {
    if (assigned.has(folder)) continue;
    while (used.has(next) || (await isTaken(next))) next++;
    assigned.set(folder, next);
    used.add(next);
  }
  return assigned;
}

function numberOf(folder: string): bigint {
  try {
    return parseClassId(folder);
  } catch {
    throw new InvalidArgument(`${folder}: the name of the folder is not a 64-bit class id`);
  }
}
