/** Nothing acknowledged is lost, whenever the process is killed. */
import {
  createTestDatabase,
  type DatabaseKind,
  databaseKinds,
} from '../../test/support/databases.ts';
import type { Proof } from '../proof.ts';
import { runRounds } from './rounds.ts';

const ROUNDS = 200;
const SHORT_ROUNDS = 8;
/** Rounds before a new database begins, so that a run can stop and continue. */
const ROUNDS_OF_A_DATABASE = 20;

export const kill: Proof = {
  name: 'kill',
  promise: 'Nothing acknowledged is lost when the process is killed.',
  async *run({ short, done }) {
    const rounds = short ? SHORT_ROUNDS : ROUNDS;
    const kinds = (await databaseKinds()).filter((kind) => kind !== 'citus');
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
