/**
 * A CSV file of pairs to compare: two paths below the dataset, and whether they show one person.
 */
import { readFile } from 'node:fs/promises';

/** Numbers of two images of the dataset, or of two vectors. */
export interface ListedPair {
  readonly first: number;
  readonly second: number;
  readonly same: boolean;
}

/**
 * Reads lines `a,b,same`, with or without this heading. `same` is 1 or 0.
 * @param numberOf number of the image with that path; undefined: not part of this run
 * @returns pairs whose images are both part of this run
 * @throws Error a line is no pair
 */
export async function readPairs(
  path: string,
  numberOf: (path: string) => number | undefined,
): Promise<ListedPair[]> {
  const lines = (await readFile(path, 'utf8')).split(/\r?\n/);
  const pairs: ListedPair[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (index === 0 && /^a,b,same$/i.test(line.trim()))) continue;
    const [a, b, same, ...rest] = line.split(',').map((cell) => cell.trim());
    if (a === undefined || b === undefined || !/^[01]$/.test(same ?? '') || rest.length > 0)
      throw new Error(`${path}:${index + 1}: expected a,b,same with same 1 or 0`);
    const [first, second] = [numberOf(a), numberOf(b)];
    if (first !== undefined && second !== undefined)
      pairs.push({ first, second, same: same === '1' });
  }
  return pairs;
}
