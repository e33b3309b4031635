/** Splits people into two fixed halves, so that nobody serves both calibration and evaluation. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export type Half = 'even' | 'odd';

/** The half of a person: the lowest bit of the SHA-256 of the name. */
export function halfOf(person: string): Half {
  const [first] = createHash('sha256').update(person).digest();
  return first! % 2 === 0 ? 'even' : 'odd';
}

/**
 * Who is included by `--people`: one half, or the names in a file, one per line.
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
