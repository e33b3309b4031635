/** After an erasure no byte of the record is left in the files of the embedded database. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClientRegistry } from '../../src/access/clients/clients.ts';
import { type KeyRing, openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import type { TemplateStore } from '../../src/templates/store.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { bcid, feature, masterKey, thumbnailOf } from '../../testing/template-samples.ts';

const TAG = 'a-tag-that-is-nowhere-else';
let test: TestDatabase;
let database: Database;
let ring: KeyRing;
let store: TemplateStore;

beforeEach(async () => {
  test = await createTestDatabase('sqlite');
  database = await test.open();
  ring = await openKeyRing(masterKey(), database);
  store = createTemplateStore(database, ring);
});
afterEach(() => test.drop());

async function enrol(classId: bigint, thumbnailBytes: number) {
  const features = Array.from({ length: 8 }, () => feature(1152));
  const thumbnails = features.map((one) => thumbnailOf(one, thumbnailBytes));
  const tags = [TAG];
  await store.update(bcid(classId), () => ({ encoderVersion: 1, features, tags, thumbnails }));
}

/** Samples of 16 bytes of all that the rows of the class hold now. */
async function fingerprints(classId: bigint): Promise<Buffer[]> {
  const pieces: Buffer[] = [Buffer.from(TAG)];
  for (const table of ['templates', 'thumbnails'] as const)
    for (const row of await database.db
      .selectFrom(table)
      .select(['data_key', 'body', 'signature'])
      .where('class_id', '=', classId)
      .execute())
      for (const bytes of [row.data_key, row.body, row.signature])
        for (let at = 0; at + 16 <= bytes.length; at += 512)
          pieces.push(Buffer.from(bytes.subarray(at, at + 16)));
  return pieces;
}

async function found(pieces: readonly Buffer[]): Promise<number> {
  const { dataDir } = test.location;
  const names = await readdir(dataDir);
  const files = await Promise.all(names.map((name) => readFile(join(dataDir, name))));
  return pieces.filter((piece) => files.some((bytes) => bytes.includes(piece))).length;
}

/** All but the few samples that two pages share. */
async function expectFound(pieces: readonly Buffer[]) {
  expect(await found(pieces)).toBeGreaterThan(0.9 * pieces.length);
}

it.each([
  ['small rows, still in the write-ahead log', 40],
  ['large rows, on overflow pages', 60_000],
])('%s', async (_, thumbnailBytes) => {
  await enrol(1n, thumbnailBytes);
  await enrol(2n, thumbnailBytes);
  await store.delete(bcid(2n));
  const pieces = await fingerprints(1n);
  await expectFound(pieces);
  await store.delete(bcid(1n));
  expect(await found(pieces)).toBe(0);
});

it('includes rows that had already moved from the log into the database', async () => {
  await enrol(1n, 5000);
  await database.scrub();
  const pieces = await fingerprints(1n);
  await expectFound(pieces);
  await store.delete(bcid(1n));
  expect(await found(pieces)).toBe(0);
});

it('includes all templates of a client that is deleted with them', async () => {
  const clients = createClientRegistry(database, ring);
  await clients.create({ id: 'c', name: 'C', storage: 'test', partition: 'main' });
  await enrol(1n, 500);
  const pieces = await fingerprints(1n);
  await expect(clients.delete('c')).rejects.toThrow('1 templates of test.main would be orphaned');
  await clients.delete('c', { erase: true });
  expect(await found(pieces)).toBe(0);
  expect(await store.read(bcid(1n))).toBeUndefined();
});

it('empties a log that another process is reading at the next write after that', async () => {
  await enrol(1n, 500);
  const pieces = await fingerprints(1n);
  const reader = new DatabaseSync(join(test.location.dataDir, 'prosopon.db'), { readOnly: true });
  reader.exec('begin');
  reader.prepare('select count(*) from templates').get();
  expect(await store.delete(bcid(1n))).toBeInstanceOf(Date);
  expect(await found(pieces)).toBeGreaterThan(0);
  reader.close();
  await store.setTags(bcid(404n), []);
  expect(await found(pieces)).toBe(0);
});
