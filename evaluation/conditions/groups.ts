/** Groups of people (ISO/IEC 19795-10) by their self-description in `people.csv`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

/** One person of `people.csv`. */
interface Row {
  readonly face_id: string;
  readonly face_age: string;
  readonly face_gender: string;
  readonly face_eth: string;
}

/** The people of a folder, with their self-descriptions. */
export async function readPeople(folder: string): Promise<Row[]> {
  const text = await readFile(join(folder, 'people.csv'), 'utf8');
  return parse(text, { columns: true, skip_empty_lines: true });
}

/** Name of each group, and its members. */
export function groupsOf(rows: readonly Row[]): [string, (row: Row) => boolean][] {
  const distinct = (key: 'face_gender' | 'face_eth') =>
    [...new Set(rows.map((row) => row[key]))].filter(Boolean).sort();
  return [
    ['all', () => true],
    ...distinct('face_gender').map((name): [string, (row: Row) => boolean] => [
      name,
      (row) => row.face_gender === name,
    ]),
    ...distinct('face_eth').map((name): [string, (row: Row) => boolean] => [
      name.replace('_', ' '),
      (row) => row.face_eth === name,
    ]),
    ['below 30', ({ face_age }) => Number(face_age) > 0 && Number(face_age) < 30],
    ['30 and older', ({ face_age }) => Number(face_age) >= 30],
  ];
}
