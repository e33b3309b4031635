/** A caller hangs up while a gallery is being searched: what has not begun is not done. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Cancelled } from '../../src/errors.ts';
import { createDatabaseGallery } from '../../src/gallery/database/database-gallery.ts';
import type { Gallery } from '../../src/gallery/gallery.ts';
import { createMemoryGallery } from '../../src/gallery/memory/memory-gallery.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase } from '../../testing/databases.ts';
import { bcid, feature, masterKey, unitVector } from '../../testing/template-samples.ts';
import { createVectorDatabase } from '../../testing/vector-databases.ts';

const DIMENSION = 64;

it.each([
  ['in memory', false],
  ['in the database', true],
])('with the gallery %s', async (_, vectors) => {
  const test = await (vectors ? createVectorDatabase('PGlite') : createTestDatabase('sqlite'));
  const database = await test.open();
  const keyRing = await openKeyRing(masterKey(), database);
  const templates = createTemplateStore(database, keyRing);
  const change = { encoderVersion: 1, features: [feature(DIMENSION)], tags: [], thumbnails: [] };
  await templates.update(bcid(1n), () => change);
  const parts = { database, keyRing, templates, encoderVersion: 1, dimension: DIMENSION };
  const gallery: Gallery = vectors
    ? createDatabaseGallery({ ...parts, typicalFaces: [], index: 'exact' })
    : createMemoryGallery({ ...parts, typicalFaces: [], threads: 1 });
  await gallery.ready;
  const scope = { storage: 'test', partition: 'main', tags: [], limit: 1 };
  const probes = Array.from({ length: 3000 }, () => unitVector(DIMENSION));
  const gone = new AbortController();
  const searching = gallery.search(probes, { ...scope, signal: gone.signal });
  const ended = expect(searching).rejects.toThrow(Cancelled);
  await nextTurn();
  gone.abort();
  await ended;
  const { signal } = new AbortController();
  const { candidates } = await gallery.search(probes.slice(0, 2), { ...scope, signal });
  expect(candidates.map(([best]) => best!.classId)).toEqual([1n, 1n]);
  await gallery.close();
  await test.drop();
});
