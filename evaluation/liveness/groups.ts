/** `npm run evaluate -- pad-groups`: does passive liveness refuse some groups more often? */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { table } from '../../src/cli/output.ts';
import { groupsOf, readPeople } from '../conditions/groups.ts';
import { exactInterval } from '../exact-interval.ts';
import { percent } from '../figures.ts';
import { describeMachine, readCommit } from '../machine.ts';
import { OWN, withEngine } from './engine.ts';

/** Smaller groups prove nothing. */
const FEWEST = 5;

/** A person's live portraits: judged, refused, and mean score. */
interface Portraits {
  readonly judged: number;
  readonly refused: number;
  readonly score: number;
}

/** Prints each group's share of live portraits with refused texture. */
export async function evaluatePadGroups(argv: readonly string[]): Promise<void> {
  const { groups, own = false } = new Command('evaluate pad-groups')
    .exitOverride()
    .description('Judges live portraits by their texture and compares groups of people.')
    .option(
      '--groups <dir>',
      'people.csv and photographs <face_id>_….jpg of each',
      '../shared/faces/london',
    )
    .option('--own', OWN)
    .parse([...argv], { from: 'user' })
    .opts<{ groups: string; own?: boolean }>();
  const people = await readPeople(groups);
  const names = await readdir(groups);
  const found = new Map<string, Portraits>();
  await withEngine(own, async (engine) => {
    for (const { face_id } of people) {
      const scores: number[] = [];
      let refused = 0;
      for (const name of names.filter((each) => each.startsWith(`${face_id}_`))) {
        const { passive } = await engine.analyseLiveness(await readFile(join(groups, name)));
        if (passive?.decided !== true) continue;
        scores.push(passive.score);
        refused += Number(!passive.live);
      }
      const { length: judged } = scores;
      if (judged > 0)
        found.set(face_id, { judged, refused, score: scores.reduce((a, b) => a + b) / judged });
    }
  });
  const rows = groupsOf(people).flatMap(([group, belongs]) => {
    const members = people.filter(belongs).flatMap(({ face_id }) => found.get(face_id) ?? []);
    return members.length < FEWEST ? [] : [[group, ...rowOf(members)]];
  });
  const about = `${new Date().toISOString().slice(0, 10)}, commit ${(await readCommit()) ?? '–'}`;
  const heading = ['GROUP', 'PEOPLE', 'PORTRAITS', 'REFUSED', '95 %', 'MEAN SCORE'];
  process.stdout.write(`${about}, ${describeMachine()}\n${table(heading, rows)}\n`);
}

/**
 * The interval counts people by their share of portraits, because one person's portraits are alike.
 */
function rowOf(members: readonly Portraits[]): string[] {
  const sum = (of: (one: Portraits) => number) => members.reduce((all, one) => all + of(one), 0);
  const [judged, refused] = [sum((one) => one.judged), sum((one) => one.refused)];
  const [low, high] = exactInterval(
    sum((one) => one.refused / one.judged),
    members.length,
  );
  return [
    String(members.length),
    String(judged),
    percent(refused / judged, 1),
    `${percent(low, 1)} – ${percent(high, 1)}`,
    (sum((one) => one.score) / members.length).toFixed(2),
  ];
}
