/**
 * Faults cause a clear error, show in `/readyz`, leave nothing half done, and end by themselves.
 */
import type { Proof } from '../proof.ts';
import { corruptedModel } from './corrupted-model.ts';
import { damagedPages } from './damaged-pages.ts';
import { databaseAway } from './database-away.ts';
import { dryPool } from './dry-pool.ts';
import { failover } from './failover.ts';
import { flippedBytes } from './flipped-bytes.ts';
import { forbiddenFiles } from './forbidden-files.ts';
import { fullDisk } from './full-disk.ts';
import { killedDecoder } from './killed-decoder.ts';
import { killedWorker } from './killed-worker.ts';
import { networks } from './networks.ts';
import { outOfMemory } from './out-of-memory.ts';
import { readOnlyDisk } from './read-only-disk.ts';
import type { FaultReport } from './report.ts';
import { slowDatabase } from './slow-database.ts';
import { steppingClock } from './stepping-clock.ts';

interface Fault {
  readonly name: string;
  /** Starts whole services, which is too slow for a short run. */
  readonly long?: true;
  make(short: boolean): Promise<FaultReport>;
}

const FAULTS: readonly Fault[] = [
  { name: 'every byte of a sealed record flipped', make: flippedBytes },
  { name: 'damaged pages of SQLite', make: damagedPages },
  { name: 'disk full', make: fullDisk },
  { name: 'database away', long: true, make: databaseAway },
  { name: 'database slow, or silent', long: true, make: slowDatabase },
  { name: 'no connection left', long: true, make: dryPool },
  { name: 'failover', long: true, make: failover },
  { name: 'worker killed', long: true, make: killedWorker },
  { name: 'decoder of videos killed', long: true, make: killedDecoder },
  { name: 'no memory left for a worker', long: true, make: outOfMemory },
  { name: 'networks with changed bytes', long: true, make: corruptedModel },
  { name: 'disk given up', long: true, make: readOnlyDisk },
  { name: 'wrong rights', long: true, make: forbiddenFiles },
  { name: 'clock steps under two services', long: true, make: steppingClock },
  { name: 'no network, IPv6 only', long: true, make: networks },
];

export const faults: Proof = {
  name: 'faults',
  promise:
    'Faults cause clear errors, leave nothing half done, and the service recovers by itself.',
  async *run({ short, done }) {
    for (const { name, long, make } of FAULTS) {
      if (done.has(name) || (short && long)) continue;
      const { times, broken, leftOut } = await make(short);
      const what = leftOut === undefined ? `${times} times, ${broken.length} broken` : leftOut;
      process.stderr.write(`${name}: ${what}\n`);
      const counts = leftOut === undefined ? { faults: times } : { 'left out': 1 };
      yield { step: name, counts, broken: broken.map((one) => `${name}: ${one}`) };
    }
  },
};
