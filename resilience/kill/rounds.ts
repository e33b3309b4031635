/** Rounds on one database, each of which begins with what the one before left. */
import { randomBytes } from 'node:crypto';
import type { DatabaseLocation } from '../../src/storage/open-database.ts';
import type { OwnDisk } from '../own-disk.ts';
import type { State } from './history.ts';
import { runRound } from './round.ts';
import { sampleOf } from './sure-encoder.ts';
import { ALL_CLASSES, CLASSES, CLIENT, classOf, OF_OTHERS, openWorkplace } from './workplace.ts';

/** @param disk loses its power in each round. Absent: the processes are killed */
export async function runRounds(
  location: DatabaseLocation,
  name: string,
  { first, length }: { readonly first: number; readonly length: number },
  disk?: OwnDisk,
) {
  const keys = { location, masterKey: randomBytes(32).toString('base64') };
  const counts = { rounds: 0, acknowledged: 0, unanswered: 0 };
  const broken: string[] = [];
  const before = new Map<string, State>();
  const workplace = await openWorkplace(keys);
  const client = { id: CLIENT, name: CLIENT, storage: 'prove', partition: 'kill' };
  await workplace.clients.create(client);
  for (let number = CLASSES + 1; number <= ALL_CLASSES; number++) {
    const { feature, thumbnail } = sampleOf(1);
    const sample = { features: [feature], thumbnails: [thumbnail] };
    await workplace.templates.update(classOf(number), () => ({
      ...{ ...sample, encoderVersion: 1, tags: [OF_OTHERS] },
    }));
  }
  await workplace.database.close();
  for (let round = first; round < first + length; round++) {
    const place = { ...keys, encoderVersion: round + 2 };
    const report = await runRound(place, round, before, disk);
    counts.rounds++;
    counts.acknowledged += report.acknowledged;
    counts.unanswered += report.unanswered;
    broken.push(...report.broken.map((what) => `round ${round}: ${what}`));
    process.stderr.write(`\r${name}: round ${round + 1}, ${counts.acknowledged} acknowledged `);
  }
  process.stderr.write('\n');
  return { counts, broken };
}
