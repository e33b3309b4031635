/** Splits people in two halves that never change, so that nobody is calibrated on and evaluated on. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export type Half = 'even' | 'odd';

/** The half a person belongs to: the lowest bit of the SHA-256 of the name. */
export function halfOf(person: string): Half {
  const [first] = createHash('sha256').update(person).digest();
  return first! % 2 === 0 ? 'even' : 'odd';
}

/**
 * Who is included by `--people`: one half, or the names listed in a file, one a line.
 * @param choice undefined: everyone
 */
export async function choosePeople(
  choice: string | undefined,
): Promise<(person: string) => boolean> {
  if (choice === undefined) return () => true;
  if (choice === 'even' || choice === 'odd') return (person) => halfOf(person) === choice;
  const lines = (await readFile(choice, 'utf8')).split(/\r?\n/);
  const names = new Set(lines.map((line) => line.trim()).filter((line) => line !== ''));
  return (person) => names.has(person);
}
