/** Reads members of JSON. The first that is wrong ends the call; null is absent. */
import { Unreadable } from './refusals.ts';

export type Members = Readonly<Record<string, unknown>>;

/** Characters of names of modalities, formats and the like. */
const LONGEST = 256;

/** @throws Unreadable no object */
export function objectOf(value: unknown, field: string): Members | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object' && !Array.isArray(value)) return value as Members;
  throw new Unreadable(`${field}: expected an object`);
}

/** @throws Unreadable no list, or more than `most` items */
export function listOf(
  value: unknown,
  field: string,
  most: number,
): readonly unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw new Unreadable(`${field}: expected a list`);
  if (value.length > most)
    throw new Unreadable(`${field}: ${value.length} items; ${most} are the limit`);
  return value;
}

/** @throws Unreadable no text, or a long one */
export function textOf(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value.length <= LONGEST) return value;
  throw new Unreadable(`${field}: expected a text of at most ${LONGEST} characters`);
}
