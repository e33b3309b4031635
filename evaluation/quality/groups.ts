/** `npm run evaluate -- quality-groups`: do the measures of our own networks treat groups alike? */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../../src/cli/environment.ts';
import { table } from '../../src/cli/output.ts';
import { createFaceEngine } from '../../src/faces/engine.ts';
import type { QualityMeasureName } from '../../src/faces/quality/measures.ts';
import { groupsOf, readPeople } from '../conditions/groups.ts';
import { describeMachine, readCommit } from '../machine.ts';

const MEASURED: readonly QualityMeasureName[] = [
  'UnifiedQualityScore',
  'Sharpness',
  'CompressionArtifacts',
  'EyesVisible',
  'MouthOcclusionPrevention',
  'FaceOcclusionPrevention',
  'ExpressionNeutrality',
  'NoHeadCoverings',
];
/** Smaller groups prove nothing. */
const FEWEST = 5;
/** Standard errors of a 95 % interval. */
const WITHIN = 1.96;

/** Mean scalar scores of neutral portraits by group, each with its 95 % interval. */
export async function evaluateQualityGroups(argv: readonly string[]): Promise<void> {
  const { groups } = new Command('evaluate quality-groups')
    .exitOverride()
    .description('Grades a neutral portrait of each person and compares groups of people.')
    .option(
      '--groups <dir>',
      'people.csv and a photograph <face_id>_neutral.jpg of each',
      '../shared/faces/london',
    )
    .parse([...argv], { from: 'user' })
    .opts<{ groups: string }>();
  const people = await readPeople(groups);
  const engine = await createFaceEngine({ ...readConfig(), workers: 1 });
  const scores = new Map<string, ReadonlyMap<string, number>>();
  try {
    for (const { face_id } of people) {
      const image = await readFile(join(groups, `${face_id}_neutral.jpg`));
      const { measurements } = await engine.gradeQuality(image);
      scores.set(
        face_id,
        new Map(measurements.map(({ measure, scalarScore }) => [measure, scalarScore])),
      );
    }
  } finally {
    await engine.close();
  }
  const rows = groupsOf(people).flatMap(([group, belongs]) => {
    const members = people.filter(belongs);
    if (members.length < FEWEST) return [];
    const cells = MEASURED.map((measure) =>
      meanWithin(members.flatMap(({ face_id }) => scores.get(face_id)?.get(measure) ?? [])),
    );
    return [[group, String(members.length), ...cells]];
  });
  const about = `${new Date().toISOString().slice(0, 10)}, commit ${(await readCommit()) ?? '–'}`;
  process.stdout.write(
    `${about}, ${describeMachine()}\n${table(['GROUP', 'PEOPLE', ...MEASURED], rows)}\n`,
  );
}

function meanWithin(values: readonly number[]): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (values.length - 1);
  return `${mean.toFixed(1)} ± ${(WITHIN * Math.sqrt(variance / values.length)).toFixed(1)}`;
}
