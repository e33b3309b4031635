/**
 * Faults cause a clear error, show in `/readyz`, leave nothing half done, and end by themselves.
 */
import type { Proof } from '../proof.ts';
import { damagedPages } from './damaged-pages.ts';
import { databaseAway } from './database-away.ts';
import { flippedBytes } from './flipped-bytes.ts';
import { fullDisk } from './full-disk.ts';
import { killedWorker } from './killed-worker.ts';
import type { FaultReport } from './report.ts';

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
  { name: 'worker killed', long: true, make: killedWorker },
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
