/** Nothing acknowledged is lost, whenever the process is killed. */
import { createTestDatabase, type DatabaseKind, databaseKinds } from '../../testing/databases.ts';
import type { Proof } from '../proof.ts';
import { migrationRound } from './migrations.ts';
import { makeBackup, restoreRound } from './restores.ts';
import { runRounds } from './rounds.ts';

const ROUNDS = 200;
const SHORT_ROUNDS = 8;
/** Rounds before a new database begins, so that a run can stop and continue. */
const ROUNDS_OF_A_DATABASE = 20;
/** Of migrations and restores, each of which takes a database of its own. */
const CHANGES = { sqlite: 60, postgres: 20, citus: 0 };
const SHORT_CHANGES = 1;

export const kill: Proof = {
  name: 'kill',
  promise: 'Nothing acknowledged is lost when the process is killed.',
  async *run({ short, done }) {
    const rounds = short ? SHORT_ROUNDS : ROUNDS;
    const kinds = (await databaseKinds()).filter((kind) => kind !== 'citus');
    for (const [what, work] of [
      ['migrations', migrations],
      ['restores', restores],
    ] as const)
      for (const kind of kinds) {
        const step = `${kind} ${what}`;
        const length = short ? SHORT_CHANGES : CHANGES[kind];
        if (!done.has(step)) yield { step, ...(await work(kind, length)) };
      }
    for (let first = 0; first < rounds; first += ROUNDS_OF_A_DATABASE)
      for (const kind of kinds) {
        const step = `${kind} ${first}`;
        const length = Math.min(ROUNDS_OF_A_DATABASE, rounds - first);
        if (!done.has(step)) yield { step, ...(await killedOn(kind, first, length)) };
      }
  },
};

async function killedOn(kind: DatabaseKind, first: number, length: number) {
  const test = await createTestDatabase(kind);
  try {
    return await runRounds(test.location, kind, { first, length });
  } finally {
    await test.drop();
  }
}

async function migrations(kind: DatabaseKind, length: number) {
  const { milliseconds, broken: first } = await migrationRound(kind);
  const broken = [...first];
  const counts = { migrations: 0, opened: 0 };
  for (let round = 0; round < length; round++) {
    const report = await migrationRound(kind, milliseconds);
    counts.migrations++;
    counts.opened += report.opened;
    broken.push(...report.broken.map((what) => `${kind}, migration ${round}: ${what}`));
    process.stderr.write(`\r${kind}: migration ${round + 1} `);
  }
  process.stderr.write('\n');
  return { counts, broken };
}

async function restores(kind: DatabaseKind, length: number) {
  const from = await makeBackup();
  try {
    const { milliseconds, broken: first } = await restoreRound(kind, from);
    let longest = milliseconds;
    const broken = [...first];
    const counts = { restores: 0, 'left nothing': 0, 'left all': 0 };
    for (let round = 0; round < length; round++) {
      const report = await restoreRound(kind, from, longest);
      counts.restores++;
      counts[report.restored ? 'left all' : 'left nothing']++;
      if (report.ended) longest = report.milliseconds;
      broken.push(...report.broken.map((what) => `${kind}, restore ${round}: ${what}`));
      process.stderr.write(`\r${kind}: restore ${round + 1} `);
    }
    process.stderr.write('\n');
    return { counts, broken };
  } finally {
    await from.remove();
  }
}
