/** Nothing acknowledged is lost, whenever the process is killed. */
import { randomBytes } from 'node:crypto';
import {
  createTestDatabase,
  type DatabaseKind,
  databaseKinds,
} from '../../test/support/databases.ts';
import type { Proof } from '../proof.ts';
import type { State } from './history.ts';
import { runRound } from './round.ts';
import { CLIENT, openWorkplace } from './workplace.ts';

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
        if (!done.has(step)) yield { step, ...(await roundsOn(kind, first, length)) };
      }
  },
};

async function roundsOn(kind: DatabaseKind, first: number, length: number) {
  const test = await createTestDatabase(kind);
  const place = { location: test.location, masterKey: randomBytes(32).toString('base64') };
  const counts = { rounds: 0, acknowledged: 0, unanswered: 0 };
  const broken: string[] = [];
  const before = new Map<string, State>();
  try {
    const workplace = await openWorkplace(place);
    const client = { id: CLIENT, name: CLIENT, storage: 'prove', partition: 'kill' };
    await workplace.clients.create(client);
    await workplace.database.close();
    for (let round = first; round < first + length; round++) {
      const report = await runRound(place, round, before);
      counts.rounds++;
      counts.acknowledged += report.acknowledged;
      counts.unanswered += report.unanswered;
      broken.push(...report.broken.map((what) => `round ${round}: ${what}`));
      process.stderr.write(`\r${kind}: round ${round + 1}, ${counts.acknowledged} acknowledged `);
    }
  } finally {
    process.stderr.write('\n');
    await test.drop();
  }
  return { counts, broken };
}
