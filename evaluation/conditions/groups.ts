/**
 * Differences between groups of people (ISO/IEC 19795-10): a neutral photograph of each person is
 * the reference, a smiling one the probe, and strangers are compared within their group.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { inLanes } from '../../src/async.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { comparePeople } from './compare-people.ts';
import type { ConditionComparisons } from './error-rates.ts';

export interface GroupOutcome {
  readonly group: string;
  readonly people: number;
  readonly comparisons: ConditionComparisons;
  /** Mean score of strangers of the group: how alike the encoder finds its people. */
  readonly meanImpostor: number;
}

/** One person of `people.csv`. */
export interface Row {
  readonly face_id: string;
  readonly face_age: string;
  readonly face_gender: string;
  readonly face_eth: string;
}

/** Groups of fewer people say nothing. */
const FEWEST = 5;

/**
 * @param folder with `people.csv` (face_id, face_age, face_gender, face_eth) and for each person
 *   `<face_id>_neutral.jpg` and `<face_id>_smiling.jpg`
 * @param least impostor scores below it are counted, not kept
 */
export async function compareGroups(
  engine: FaceEngine,
  folder: string,
  least: number,
): Promise<GroupOutcome[]> {
  const rows = await readPeople(folder);
  const encode = async ({ face_id }: Row, expression: string) =>
    (await engine.analyse(await readFile(join(folder, `${face_id}_${expression}.jpg`)))).subject
      ?.features;
  const people = await inLanes(2 * engine.status().workers, rows, async (row, person) => ({
    row,
    person,
    reference: await encode(row, 'neutral'),
    probe: await encode(row, 'smiling'),
  }));
  const outcomes: GroupOutcome[] = [];
  for (const [group, belongs] of groupsOf(rows)) {
    const members = people.flatMap(({ row, person, reference, probe }) =>
      belongs(row) && reference !== undefined ? [{ person, reference, probe }] : [],
    );
    if (members.length < FEWEST) continue;
    const all = comparePeople(engine, members, -1);
    outcomes.push({
      group,
      people: members.length,
      comparisons: {
        ...all,
        highImpostors: all.highImpostors.filter(({ score }) => score >= least),
      },
      meanImpostor:
        all.highImpostors.reduce((sum, { score }) => sum + score, 0) / Math.max(1, all.impostors),
    });
  }
  return outcomes;
}

/** The people of a folder, as they described themselves. */
export async function readPeople(folder: string): Promise<Row[]> {
  const text = await readFile(join(folder, 'people.csv'), 'utf8');
  return parse(text, { columns: true, skip_empty_lines: true });
}

/** Name of each group, and who belongs to it. */
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
