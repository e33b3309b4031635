/** Templates of a better encoder are not re-encoded with the built-in one without a word. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wouldWeaken } from '../../src/engine/open-faces.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import { currentEncoderVersion, outdatedClasses } from '../../src/templates/encoder-version.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { bcid, masterKey, unitVector } from '../../testing/template-samples.ts';

let test: TestDatabase;
let database: Database;
let dataDir: string;
let enrol: (classId: bigint, encoder: string) => Promise<void>;
const look = (encoder?: string) =>
  wouldWeaken(encoder, { database }, { dataDir, modelsDir: undefined });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prosopon-weaker-'));
  test = await createTestDatabase('sqlite');
  database = await test.open();
  const keyRing = await openKeyRing(masterKey(), database);
  const templates = createTemplateStore(database, keyRing);
  enrol = async (classId, name) => {
    const version = await currentEncoderVersion({ database, keyRing }, { name, fingerprint: name });
    const features = [{ id: randomUUID(), values: unitVector(8), enrolled: new Date() }];
    await templates.update(bcid(classId), () => ({
      ...{ encoderVersion: version, features },
      tags: [],
      thumbnails: [],
    }));
  };
});
afterAll(async () => {
  await test.drop();
  await rm(dataDir, { recursive: true });
});

it('names templates of another encoder, unless the built-in one was chosen', async () => {
  expect(await look()).toBeUndefined();
  await enrol(1n, 'dlib-faceres');
  expect(await look()).toBeUndefined();
  await enrol(2n, 'mbf');
  await enrol(3n, 'mbf');
  expect(await look()).toMatch(/^there are 2 templates of mbf, .*models use dlib-faceres"\.$/);
  expect(await look('recommended')).toMatch(/^there are 2 templates of mbf/);
  expect(await look('dlib-faceres')).toBeUndefined();
});

it('lists the classes of other encoders', async () => {
  const ids = async (encoder: string) =>
    (await outdatedClasses({ database }, encoder, 10)).map(({ classId }) => classId);
  expect(await ids('mbf')).toEqual([1n]);
  expect(await ids('dlib-faceres')).toEqual([2n, 3n]);
  expect(await ids('another')).toEqual([1n, 2n, 3n]);
});
