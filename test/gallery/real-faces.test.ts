/** Real faces on every kind of database: all galleries find alike, and what plain cosines say. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { createDatabaseGallery } from '../../src/gallery/database/database-gallery.ts';
import type { Gallery } from '../../src/gallery/gallery.ts';
import { createMemoryGallery } from '../../src/gallery/memory/memory-gallery.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { testEngine } from '../../testing/engine.ts';
import { PEOPLE, portrait } from '../../testing/photos.ts';
import { bcid, cosine, masterKey } from '../../testing/template-samples.ts';
import { createVectorDatabase, vectorEngines } from '../../testing/vector-databases.ts';

let engine: FaceEngine;
/** Two photographs of each person: one is enrolled, one searched with. */
const enrolled: Float32Array[] = [];
const probes: Float32Array[] = [];

beforeAll(async () => {
  engine = await testEngine();
  const featuresOf = async (image: Buffer) => (await engine.analyse(image)).subject!.features;
  for (let person = 0; person < PEOPLE; person++) {
    enrolled.push(await featuresOf(await portrait(person, 400).jpeg().toBuffer()));
    const darker = portrait(person, 260).linear(0.8).jpeg({ quality: 70 });
    probes.push(await featuresOf(await darker.toBuffer()));
  }
});
afterAll(() => engine.close());

const tagsOf = (person: number) => [person % 2 === 0 ? 'even' : 'odd'];
const ranked = (probe: Float32Array, tags: readonly string[]) =>
  [...enrolled.keys()]
    .filter((person) => tags.every((tag) => tagsOf(person).includes(tag)))
    .sort((p, q) => cosine(probe, enrolled[q]!) - cosine(probe, enrolled[p]!));

const DATABASES = [
  ...(await databaseKinds()).map((kind) => ({
    name: kind as string,
    create: () => createTestDatabase(kind),
    vectors: false,
  })),
  ...(await vectorEngines()).map((kind) => ({
    name: `${kind}, gallery in the database`,
    create: () => createVectorDatabase(kind),
    vectors: true,
  })),
];

describe.each(DATABASES)('on $name', ({ create, vectors }) => {
  let test: TestDatabase;
  let gallery: Gallery;
  beforeAll(async () => {
    test = await create();
    const database = await test.open();
    const keyRing = await openKeyRing(masterKey(), database);
    const templates = createTemplateStore(database, keyRing);
    for (const [person, values] of enrolled.entries())
      await templates.update(bcid(BigInt(person + 1)), () => ({
        encoderVersion: 1,
        features: [{ id: randomUUID(), values, enrolled: new Date() }],
        tags: tagsOf(person),
        thumbnails: [],
      }));
    const parts = { database, keyRing, templates, encoderVersion: 1 };
    const { dimension, typicalFaces } = engine.encoder;
    gallery = vectors
      ? createDatabaseGallery({ ...parts, dimension, typicalFaces, index: 'exact' })
      : createMemoryGallery({ ...parts, dimension, typicalFaces, threads: 2 });
    await gallery.ready;
  });
  afterAll(async () => {
    await gallery.close();
    await test.drop();
  });

  it.each([[[]], [['even']], [['odd']]])('ranks people with tags %j correctly', async (tags) => {
    const { signal } = new AbortController();
    const scope = { storage: 'test', partition: 'main', tags, limit: 5, signal };
    const { candidates, searched } = await gallery.search(probes, scope);
    expect(searched).toBe(tags.length === 0 ? PEOPLE : PEOPLE / 2);
    for (const [i, probe] of probes.entries()) {
      const wanted = ranked(probe, tags);
      const found = candidates[i]!.map(({ classId }) => Number(classId) - 1);
      expect(found).toEqual(expect.arrayContaining(wanted.slice(0, 5)));
      expect(found[0]).toBe(wanted[0]);
      for (const { classId, comparison } of candidates[i]!)
        expect(comparison).toBeCloseTo(cosine(probe, enrolled[Number(classId) - 1]!), 2);
    }
  });
});
