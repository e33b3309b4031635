/** Nothing acknowledged is lost when the disk loses its power, with all that is not synced. */
import { chmodSync } from 'node:fs';
import { type OwnDisk, ownDisk } from '../own-disk.ts';
import { type OwnPostgres, ownPostgres } from '../own-postgres.ts';
import type { Proof } from '../proof.ts';
import { runRounds } from './rounds.ts';

const ROUNDS = 200;
const SHORT_ROUNDS = 3;
/** After so many rounds a new disk is begun, so that a run can be stopped and go on. */
const ROUNDS_OF_A_DISK = 20;
const SIZES = { sqlite: '256M', postgres: '1G' };
/** Of PostgreSQL, which takes a while to start again. */
const ROUNDS_OF_POSTGRES = 40;

export const power: Proof = {
  name: 'power',
  promise: 'Nothing acknowledged is lost when the power fails.',
  async *run({ short, done }) {
    const steps = {
      sqlite: short ? SHORT_ROUNDS : ROUNDS,
      postgres: short ? 1 : ROUNDS_OF_POSTGRES,
    };
    for (const kind of ['sqlite', 'postgres'] as const)
      for (let first = 0; first < steps[kind]; first += ROUNDS_OF_A_DISK) {
        const step = `${kind} ${first}`;
        if (done.has(step)) continue;
        const length = Math.min(ROUNDS_OF_A_DISK, steps[kind] - first);
        yield { step, ...(await withoutPower(kind, first, length)) };
      }
  },
};

async function withoutPower(kind: keyof typeof SIZES, first: number, length: number) {
  const disk = ownDisk(SIZES[kind]);
  if (disk === undefined) return leftOut('root and loop devices');
  try {
    if (kind === 'postgres') return await underPostgres(disk, first, length);
    const location = { dataDir: disk.folder, databaseUrl: undefined };
    return await runRounds(location, 'power, sqlite', { first, length }, disk);
  } finally {
    disk.remove();
  }
}

async function underPostgres(disk: OwnDisk, first: number, length: number) {
  chmodSync(disk.folder, 0o755);
  const server = await ownPostgres({ fsync: 'on' }, disk.folder);
  if (server === undefined) return leftOut("PostgreSQL's programs");
  try {
    const location = { dataDir: disk.folder, databaseUrl: server.url };
    const both = diskUnder(server, disk);
    return await runRounds(location, 'power, postgres', { first, length }, both);
  } finally {
    await server.kill();
  }
}

/** The server goes with the power, and comes back with it. */
const diskUnder = (server: OwnPostgres, disk: OwnDisk): OwnDisk => ({
  ...disk,
  async restart() {
    await server.kill();
    await disk.restart();
    server.start();
  },
});

function leftOut(needed: string) {
  process.stderr.write(`left out: it needs ${needed}\n`);
  return { counts: { 'left out': 1 }, broken: [] };
}
