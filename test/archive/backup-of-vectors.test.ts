/** An installation that keeps its gallery in the database is backed up, and searched where it is put back. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backup } from '../../src/archive/backup.ts';
import { openBackup, restore } from '../../src/archive/restore.ts';
import { type ArchiveSecret, openStream } from '../../src/archive/sealed-stream.ts';
import { createDatabaseGallery } from '../../src/gallery/database/database-gallery.ts';
import { rotateGalleryKey } from '../../src/gallery/database/gallery-keys.ts';
import type { Gallery } from '../../src/gallery/gallery.ts';
import { createMemoryGallery } from '../../src/gallery/memory/memory-gallery.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { requireMasterKey } from '../../src/sealing/master-key-of.ts';
import type { Database } from '../../src/storage/database.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { bcid, feature, masterKey } from '../../testing/template-samples.ts';
import { createVectorDatabase, vectorEngines } from '../../testing/vector-databases.ts';

const DIMENSION = 48;
const PEOPLE = 40n;
const SECRET: ArchiveSecret = { kind: 'key', key: randomBytes(32) };

describe.each(await vectorEngines())('on %s', (engine) => {
  const key = masterKey();
  let source: TestDatabase;
  let target: TestDatabase;
  const faces = new Map<bigint, Float32Array>();

  beforeEach(async () => {
    source = await createVectorDatabase(engine);
  });
  afterEach(async () => {
    await source.drop();
    await target.drop();
  });

  const partsOn = async (database: Database) => {
    const keyRing = await openKeyRing(key, database);
    return { database, keyRing, templates: createTemplateStore(database, keyRing) };
  };
  const vectorGallery = async (database: Database) =>
    opened(
      createDatabaseGallery({
        ...(await partsOn(database)),
        ...{ encoderVersion: 1, dimension: DIMENSION, typicalFaces: [], index: 'exact' },
      }),
    );
  const memoryGallery = async (database: Database) =>
    opened(
      createMemoryGallery({
        ...(await partsOn(database)),
        ...{ encoderVersion: 1, dimension: DIMENSION, typicalFaces: [], threads: 1 },
      }),
    );
  const opened = async (gallery: Gallery) => {
    await gallery.ready;
    return gallery;
  };
  const expectAllFound = async (gallery: Gallery) => {
    const { signal } = new AbortController();
    const scope = { storage: 'test', partition: 'main', tags: [], limit: 1, signal };
    const { candidates, searched } = await gallery.search([...faces.values()], scope);
    expect(searched).toBe(faces.size);
    expect(candidates.map(([best]) => best!.classId)).toEqual([...faces.keys()]);
    await gallery.close();
  };
  const copy = async (from: Database) => {
    const pieces: Buffer[] = [];
    const options = { release: '1.2.3', secret: SECRET };
    const report = await backup(from, source.location.dataDir, options, async (stream) => {
      for await (const piece of stream) pieces.push(piece);
    });
    const file = async function* () {
      yield Buffer.concat(pieces);
    };
    const opened = await openBackup(await openStream(file(), () => SECRET));
    await restore(target.location, opened, (db) => requireMasterKey(key, db));
    return report;
  };
  const fill = async (database: Database) => {
    const { templates } = await partsOn(database);
    for (let id = 1n; id <= PEOPLE; id++) {
      const one = feature(DIMENSION);
      faces.set(id, one.values);
      const template = { encoderVersion: 1, features: [one], tags: [], thumbnails: [] };
      await templates.update(bcid(id), () => template);
    }
  };

  // Tests on a cluster share a database, where the connections of one pass for a service to another.
  it.skipIf(engine === 'Citus')(
    'omits vectors, and rebuilds them under the restored key',
    async () => {
      const database = await source.open();
      await fill(database);
      await (await vectorGallery(database)).close();
      await rotateGalleryKey(database);
      target = await createVectorDatabase(engine);
      const { tables } = await copy(database);
      expect(tables).toMatchObject({ templates: Number(PEOPLE), gallery_keys: 2 });
      expect(Object.keys(tables)).not.toContain('gallery_vectors');

      const restored = await target.open();
      await expectAllFound(await vectorGallery(restored));
      const { rows } = await sql<{ n: number }>`select cast(count(*) as integer) as n
      from gallery_vectors`.execute(restored.db);
      expect(rows).toEqual([{ n: Number(PEOPLE) }]);
      expect(await restored.db.selectFrom('gallery_keys').selectAll().execute()).toHaveLength(1);
    },
  );

  it('restores into an embedded database with the gallery in memory', async () => {
    const database = await source.open();
    await fill(database);
    await (await vectorGallery(database)).close();
    target = await createTestDatabase('sqlite');
    await copy(database);
    await expectAllFound(await memoryGallery(await target.open()));
  });
});
