/** A backup is noise once its key is destroyed: no byte of a person in it is readable. */
import { randomBytes } from 'node:crypto';
import { backup } from '../../src/archive/backup.ts';
import { type ArchiveSecret, openStream } from '../../src/archive/sealed-stream.ts';
import { sampleFinder } from '../../src/storage/erased-bytes.ts';
import { createTestDatabase } from '../../testing/databases.ts';
import { openWorkplace, type Workplace } from '../kill/workplace.ts';
import { readRows, samplesOf } from './rows.ts';
import { SHOP, SUBJECTS } from './subjects.ts';

export async function backupWithoutKey() {
  const { location, drop } = await createTestDatabase('sqlite');
  const masterKey = randomBytes(32).toString('base64');
  const workplace = await openWorkplace({ location, masterKey });
  try {
    await workplace.clients.create(SHOP);
    for (const { store } of SUBJECTS) await store(workplace);
    const file = await fileOf(workplace, location.dataDir, workplace.keyRing.derive('backup'));
    const rows = samplesOf(await readRows(workplace.database), new Map());
    const texts = SUBJECTS.flatMap(({ markers }) => markers).map((text) => text.slice(0, 16));
    const samples = [...rows, ...texts.map((text) => Buffer.from(text))].filter(isNoTime);
    const found = await sampleFinder(samples)(pieces(file));
    const broken =
      found.size === 0 ? [] : [`${found.size} of ${samples.length} are readable in it`];
    if (await opens(file, workplace.keyRing.derive('another key'))) broken.push('any key opens it');
    if (!(await opens(file, workplace.keyRing.derive('backup')))) broken.push('its key does not');
    process.stderr.write(`backup: ${file.length} bytes, ${samples.length} samples\n`);
    return {
      counts: { samples: samples.length },
      broken: broken.map((what) => `a backup without its key: ${what}`),
    };
  } finally {
    await workplace.database.close();
    await drop();
  }
}

/** The head of the file says when it was made. */
const isNoTime = (sample: Buffer) => !/^\d{4}-\d\d-\d\dT/.test(sample.toString('latin1'));

async function* pieces(file: Buffer) {
  yield file;
}

async function fileOf({ database }: Workplace, dataDir: string, key: Uint8Array): Promise<Buffer> {
  const parts: Buffer[] = [];
  await backup(
    database,
    dataDir,
    { release: 'prove', secret: { kind: 'key', key } },
    async (all) => {
      for await (const piece of all) parts.push(piece);
    },
  );
  return Buffer.concat(parts);
}

async function opens(file: Buffer, key: Uint8Array): Promise<boolean> {
  const secret: ArchiveSecret = { kind: 'key', key };
  try {
    const { plain } = await openStream(pieces(file), () => secret);
    for await (const _ of plain);
    return true;
  } catch {
    return false;
  }
}
