/** Nothing acknowledged is lost when the disk of SQLite loses its power, with all that is not synced. */
import { ownDisk } from '../own-disk.ts';
import type { Proof } from '../proof.ts';
import { runRounds } from './rounds.ts';

const ROUNDS = 200;
const SHORT_ROUNDS = 3;
/** After so many rounds a new disk is begun, so that a run can be stopped and go on. */
const ROUNDS_OF_A_DISK = 20;
const SIZE = '256M';

export const power: Proof = {
  name: 'power',
  promise: 'Nothing acknowledged is lost when the power fails.',
  async *run({ short, done }) {
    const rounds = short ? SHORT_ROUNDS : ROUNDS;
    for (let first = 0; first < rounds; first += ROUNDS_OF_A_DISK) {
      const step = `disk ${first}`;
      if (done.has(step)) continue;
      const length = Math.min(ROUNDS_OF_A_DISK, rounds - first);
      yield { step, ...(await withoutPower(first, length)) };
    }
  },
};

async function withoutPower(first: number, length: number) {
  const disk = ownDisk(SIZE);
  if (disk === undefined) {
    process.stderr.write('left out: it needs root and loop devices\n');
    return { counts: { 'left out': 1 }, broken: [] };
  }
  try {
    const location = { dataDir: disk.folder, databaseUrl: undefined };
    return await runRounds(location, 'power', { first, length }, disk);
  } finally {
    disk.remove();
  }
}
