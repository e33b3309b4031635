/** The database goes away while the gallery is being read: it says so, tries again, and is whole. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Unavailable } from '../../../src/errors.ts';
import { createDatabaseGallery } from '../../../src/gallery/database/database-gallery.ts';
import { createMemoryGallery } from '../../../src/gallery/memory/memory-gallery.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import { openDatabase } from '../../../src/storage/open-database.ts';
import type { TemplateStore } from '../../../src/templates/store.ts';
import { createTemplateStore } from '../../../src/templates/store.ts';
import { PROGRAM, ROOT } from '../../../testing/cli/run-cli.ts';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../testing/databases.ts';
import { freePort } from '../../../testing/free-port.ts';
import { type Line, openLine } from '../../../testing/line.ts';
import { bcid, feature, masterKey, unitVector } from '../../../testing/template-samples.ts';
import { createVectorDatabase } from '../../../testing/vector-databases.ts';

const DIMENSION = 64;
const PEOPLE = 120;
const key = masterKey();

const possible = (await databaseKinds()).includes('postgres');

describe.runIf(possible)('a gallery whose PostgreSQL goes away', () => {
  let test: TestDatabase;
  let line: Line;

  beforeEach(async () => {
    test = await createTestDatabase('postgres');
    const database = await test.open();
    const store = createTemplateStore(database, await openKeyRing(key, database));
    const enrolOne = (classId: bigint) =>
      store.update(bcid(classId), () => ({
        encoderVersion: 1,
        features: [feature(DIMENSION)],
        tags: [],
        thumbnails: [],
      }));
    const ids = Array.from({ length: PEOPLE }, (_, i) => BigInt(i + 1));
    const lane = async () => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) await enrolOne(id);
    };
    await Promise.all(Array.from({ length: 4 }, lane));
    line = await openLine(test.location.databaseUrl!);
  });
  afterEach(async () => {
    await line.close();
    await test.drop();
  });

  it.each([
    ['read in this thread', undefined],
    ['read by load threads', 2],
  ])('half-way, %s', async (_, loadThreads) => {
    const location = { ...test.location, databaseUrl: line.url };
    const database = await openDatabase(location);
    const store = createTemplateStore(database, await openKeyRing(key, database));
    let begun = false;
    /** The line breaks when the first people have come through it. */
    const templates: TemplateStore = {
      ...store,
      async *scanVectors(scope) {
        for await (const batch of store.scanVectors(scope)) {
          yield batch;
          if (!begun) line.cut();
          begun = true;
        }
      },
      async extent(scope) {
        const extent = await store.extent(scope);
        if (loadThreads !== undefined && !begun) line.cut();
        begun ||= loadThreads !== undefined;
        return extent;
      },
    };
    const threads =
      loadThreads === undefined
        ? {}
        : { source: { ...location, ...key }, loadThreads, threadsFrom: 1 };
    const gallery = createMemoryGallery({
      ...{ templates, encoderVersion: 1, dimension: DIMENSION, typicalFaces: [], threads: 1 },
      ...threads,
    });
    try {
      await expect
        .poll(() => gallery.status().problem, { timeout: 15_000 })
        .toMatch(/cannot be loaded: .*database/i);
      expect(gallery.status().ready).toBe(false);
      const scope = { storage: 'test', partition: 'main', tags: [], limit: 1 };
      const { signal } = new AbortController();
      const searching = gallery.search([unitVector(DIMENSION)], { ...scope, signal });
      await expect(searching).rejects.toThrow(Unavailable);
      line.mend();
      await gallery.ready;
      expect(gallery.status()).toMatchObject({
        ready: true,
        classes: PEOPLE,
        corrupted: 0,
      });
      expect(gallery.status().problem).toBeUndefined();
    } finally {
      await gallery.close();
      await database.close();
    }
  });

  it('makes the service not ready, until it is back', async () => {
    line.cutAt('class_changes');
    const port = await freePort();
    const child = spawn(process.execPath, [PROGRAM, 'serve'], {
      cwd: ROOT,
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        PROSOPON_DATA: test.location.dataDir,
        PROSOPON_MASTER_KEY: key.masterKey,
        PROSOPON_OFFLINE: '1',
        PROSOPON_WORKERS: '1',
        DATABASE_URL: line.url,
        PORT: String(port),
        GRPC_PORT: '0',
      },
    });
    const readiness = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      return answer?.json();
    };
    try {
      await expect.poll(readiness, { timeout: 30_000 }).toMatchObject({
        ready: false,
        parts: { engine: 'ready', gallery: 'not ready' },
        problems: expect.arrayContaining([
          expect.stringMatching(/cannot be loaded: The database is not available/),
        ]),
      });
      line.mend();
      await expect.poll(readiness, { timeout: 30_000 }).toMatchObject({
        ready: true,
        parts: { engine: 'ready', database: 'ready', gallery: 'ready' },
        problems: [expect.stringContaining('another encoder')],
      });
    } finally {
      child.kill('SIGTERM');
      await once(child, 'close');
    }
  });
});

it('is filled when the database is back', async () => {
  const test = await createVectorDatabase('PGlite');
  const line = await openLine(test.location.databaseUrl!);
  const database = await openDatabase({ ...test.location, databaseUrl: line.url });
  const keyRing = await openKeyRing(key, database);
  const templates = createTemplateStore(database, keyRing);
  const change = { encoderVersion: 1, features: [feature(DIMENSION)], tags: [], thumbnails: [] };
  for (let id = 1n; id <= 5n; id++) await templates.update(bcid(id), () => change);
  line.cutAt('insert into gallery_vectors');
  const gallery = createDatabaseGallery({
    ...{ database, keyRing, templates, encoderVersion: 1, dimension: DIMENSION },
    typicalFaces: [],
    index: 'exact',
  });
  await expect
    .poll(() => gallery.status(), { timeout: 15_000 })
    .toMatchObject({
      ready: false,
      problem: 'The gallery cannot be filled: The database is not available.',
    });
  line.mend();
  await gallery.ready;
  expect(gallery.status()).toMatchObject({ ready: true, classes: 5 });
  await gallery.close();
  await database.close();
  await line.close();
  await test.drop();
});
