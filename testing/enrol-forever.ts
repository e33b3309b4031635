/** A process for tests: enrols class after class, printing each id once it is stored. */

import { openKeyRing } from '../src/sealing/keys.ts';
import { openDatabase } from '../src/storage/open-database.ts';
import { createTemplateStore } from '../src/templates/store.ts';
import { bcid, feature, thumbnailOf } from './template-samples.ts';

interface Job {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  readonly masterKey: string;
  readonly firstClass: string;
  /** Adds this many features to `firstClass` instead, then ends. */
  readonly features?: number;
}

const job = JSON.parse(process.argv[2]!) as Job;
const database = await openDatabase({ dataDir: job.dataDir, databaseUrl: job.databaseUrl });
const keys = { masterKey: job.masterKey, keyFile: '/nowhere', keyFileIsDefault: false };
const store = createTemplateStore(database, await openKeyRing(keys, database));

async function add(classId: bigint): Promise<void> {
  const added = feature(256);
  await store.update(bcid(classId), (current) => ({
    encoderVersion: 1,
    features: [...(current?.features ?? []), added],
    tags: [`class ${classId}`],
    thumbnails: [thumbnailOf(added, 3000)],
  }));
  process.stdout.write(`${classId}\n`);
}

if (job.features !== undefined) {
  await Promise.all(Array.from({ length: job.features }, () => add(BigInt(job.firstClass))));
  await database.close();
} else for (let classId = BigInt(job.firstClass); ; classId++) await add(classId);
