/** A process for tests: fills the gallery in the database, then enrols class after class, printing ids. */
import { createDatabaseGallery } from '../src/gallery/database/database-gallery.ts';
import { openKeyRing } from '../src/sealing/keys.ts';
import { openDatabase } from '../src/storage/open-database.ts';
import { createTemplateStore } from '../src/templates/store.ts';
import { bcid, feature } from './template-samples.ts';

interface Job {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly masterKey: string;
  readonly dimension: number;
  readonly firstClass: string;
}

const job = JSON.parse(process.argv[2]!) as Job;
const { dimension } = job;
const database = await openDatabase(job);
const keys = { masterKey: job.masterKey, keyFile: '/nowhere', keyFileIsDefault: false };
const keyRing = await openKeyRing(keys, database);
const templates = createTemplateStore(database, keyRing);
process.stdout.write('filling\n');
const gallery = createDatabaseGallery({
  ...{ database, keyRing, templates, dimension },
  encoderVersion: 1,
  typicalFaces: [],
  index: 'exact',
});
await gallery.ready;
for (let classId = BigInt(job.firstClass); ; classId++) {
  await templates.update(bcid(classId), () => ({
    encoderVersion: 1,
    features: [feature(dimension), feature(dimension)],
    tags: [`class ${classId}`],
    thumbnails: [],
  }));
  process.stdout.write(`${classId}\n`);
}
