/** The gallery in memory follows the stored templates, of this process and of others. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClientRegistry } from '../../../src/access/clients/clients.ts';
import { Cancelled, Unavailable } from '../../../src/errors.ts';
import type { Gallery } from '../../../src/gallery/gallery.ts';
import {
  createMemoryGallery,
  type MemoryGalleryOptions,
} from '../../../src/gallery/memory/memory-gallery.ts';
import { INDEX_BYTES } from '../../../src/gallery/memory/rows.ts';
import { bytesOfRow } from '../../../src/gallery/memory/segment.ts';
import { createSpace } from '../../../src/gallery/memory/space.ts';
import { type KeyRing, openKeyRing } from '../../../src/sealing/keys.ts';
import { readClock } from '../../../src/storage/clock.ts';
import type { Database } from '../../../src/storage/database.ts';
import { FeedMissed, recordChange } from '../../../src/templates/changes.ts';
import { classVector } from '../../../src/templates/class-vector.ts';
import type { TemplateStore } from '../../../src/templates/store.ts';
import { createTemplateStore } from '../../../src/templates/store.ts';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../testing/databases.ts';
import { bcid, feature, masterKey, unitVector } from '../../../testing/template-samples.ts';

const DIMENSION = 64;
const key = masterKey();

interface Process {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly store: TemplateStore;
}

describe.each(await databaseKinds())('on %s', (kind) => {
  let test: TestDatabase;
  let here: Process;
  const galleries: Gallery[] = [];

  const openProcess = async (): Promise<Process> => {
    const database = await test.open();
    const keyRing = await openKeyRing(key, database);
    return { database, keyRing, store: createTemplateStore(database, keyRing) };
  };

  beforeEach(async () => {
    test = await createTestDatabase(kind);
    here = await openProcess();
  });
  afterEach(async () => {
    await Promise.all(galleries.splice(0).map((gallery) => gallery.close()));
    await test.drop();
  });

  const open = async (templates: TemplateStore, more: Partial<MemoryGalleryOptions> = {}) => {
    const gallery = createMemoryGallery({
      templates,
      encoderVersion: 1,
      dimension: DIMENSION,
      typicalFaces: [],
      threads: 2,
      ...more,
    });
    galleries.push(gallery);
    await gallery.ready;
    return gallery;
  };

  const enrol = async (
    store: TemplateStore,
    classId: bigint,
    {
      values = unitVector(DIMENSION),
      more = [] as Float32Array[],
      tags = [] as string[],
      encoderVersion = 1,
      partition = 'main',
    } = {},
  ) => {
    const features = [values, ...more].map((vector) => ({
      id: randomUUID(),
      values: vector,
      enrolled: new Date(),
    }));
    const change = { encoderVersion, features, tags, thumbnails: [] };
    await store.update(bcid(classId, partition), () => change);
    return values;
  };

  const find = async (
    gallery: Gallery,
    probe: Float32Array,
    tags: string[] = [],
    partition = 'main',
  ) => {
    const { signal } = new AbortController();
    const scope = { storage: 'test', partition, tags, limit: 1, signal };
    const { candidates } = await gallery.search([probe], scope);
    return candidates[0]!
      .filter(({ comparison }) => comparison > 0.9)
      .map(({ classId }) => classId);
  };

  it('finds what was enrolled, tagged and deleted here, as soon as it is acknowledged', async () => {
    const gallery = await open(here.store);
    const face = await enrol(here.store, 7n, { tags: ['a'] });
    expect(await find(gallery, face)).toEqual([7n]);
    expect(await find(gallery, face, ['b'])).toEqual([]);
    await here.store.setTags(bcid(7n), ['a', 'b']);
    expect(await find(gallery, face, ['b', 'a'])).toEqual([7n]);
    const other = await enrol(here.store, 7n);
    expect(await find(gallery, face)).toEqual([]);
    expect(await find(gallery, other)).toEqual([7n]);
    await here.store.delete(bcid(7n));
    expect(await find(gallery, other)).toEqual([]);
    expect(gallery.status()).toMatchObject({ classes: 0, bytes: 0 });
  });

  it('follows another process within a second', async () => {
    const there = await openProcess();
    const gallery = await open(here.store);
    const eventually = (probe: Float32Array, tags: string[] = []) =>
      expect.poll(() => find(gallery, probe, tags), { timeout: 5000, interval: 30 });
    const face = await enrol(there.store, 8n, { tags: ['a'] });
    await eventually(face).toEqual([8n]);
    await there.store.setTags(bcid(8n), ['b']);
    await eventually(face, ['b']).toEqual([8n]);
    await there.store.delete(bcid(8n));
    await eventually(face).toEqual([]);
    const again = await enrol(there.store, 8n);
    await eventually(again).toEqual([8n]);

    const clients = createClientRegistry(there.database, there.keyRing);
    await clients.create({ id: 'shop', name: 'Shop', storage: 'test', partition: 'main' });
    await clients.delete('shop', { erase: true });
    await eventually(again).toEqual([]);
  });

  // On SQLite there is one writer at a time: nothing can overtake.
  it.runIf(kind !== 'sqlite')('misses no transaction that commits after later ones', async () => {
    const there = await openProcess();
    const face = await enrol(there.store, 9n);
    const gallery = await open(here.store);
    expect(await find(gallery, face)).toEqual([9n]);
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = there.database.db.transaction().execute(async (trx) => {
      const now = new Date(await readClock(trx, there.database.kind));
      await recordChange(trx, bcid(9n), randomUUID(), now);
      await trx.deleteFrom('templates').where('class_id', '=', 9n).execute();
      begun.resolve();
      await finish.promise;
    });
    await begun.promise;
    const later = await enrol(there.store, 10n);
    await expect.poll(() => find(gallery, later), { timeout: 5000 }).toEqual([10n]);
    expect(await find(gallery, face)).toEqual([9n]);
    finish.resolve();
    await slow;
    await expect.poll(() => find(gallery, face), { timeout: 5000 }).toEqual([]);
  });

  it('loads existing templates, in threads if there are many, and skips unusable ones', async () => {
    const faces = new Map<bigint, Float32Array>();
    const ids = Array.from({ length: 210 }, (_, i) => BigInt(i + 1));
    const lane = async () => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop())
        faces.set(id, await enrol(here.store, id));
    };
    await Promise.all(Array.from({ length: kind === 'sqlite' ? 1 : 8 }, lane));
    const old = await enrol(here.store, 5000n, { encoderVersion: 2 });
    const person = unitVector(DIMENSION);
    // Samples of one person resemble each other: their class vector is almost as long as each.
    const more = Array.from({ length: 15 }, () => {
      const other = unitVector(DIMENSION);
      const sum = person.map((value, i) => value + 0.3 * other[i]!);
      const length = Math.hypot(...sum);
      return sum.map((value) => value / length);
    });
    const tagged = await enrol(here.store, 5001n, { values: person, more, tags: ['a', 'b'] });
    const elsewhere = await enrol(here.store, 1n, { partition: 'other', tags: ['b'] });
    await here.database.write((trx) =>
      trx
        .updateTable('templates')
        .set({ signature: new Uint8Array(32) })
        .where('class_id', '=', 17n)
        .execute(),
    );
    const corrupted: bigint[] = [];
    const gallery = await open(here.store, {
      source: { ...test.location, ...key },
      threadsFrom: 100,
      onCorrupted: (error) => corrupted.push(error.bcid.classId),
    });
    expect(gallery.status()).toMatchObject({
      ready: true,
      classes: 211,
      loaded: 213,
      total: 213,
      otherEncoder: 1,
      corrupted: 1,
    });
    expect(corrupted).toEqual([17n]);
    expect(await find(gallery, old)).toEqual([]);
    expect(await find(gallery, faces.get(17n)!)).toEqual([]);
    for (const id of [1n, 2n, 100n, 210n])
      expect(await find(gallery, faces.get(id)!)).toEqual([id]);
    expect(await find(gallery, classVector([tagged, ...more]), ['b'])).toEqual([5001n]);
    expect(await find(gallery, elsewhere)).toEqual([]);
    expect(await find(gallery, elsewhere, ['b'], 'other')).toEqual([1n]);
    expect(await find(gallery, elsewhere, ['a'], 'other')).toEqual([]);
    await enrol(here.store, 5000n, { values: old });
    expect(await find(gallery, old)).toEqual([5000n]);
    expect(gallery.status().otherEncoder).toBe(0);
  });
});

describe('a gallery', () => {
  let test: TestDatabase;
  let store: TemplateStore;
  beforeEach(async () => {
    test = await createTestDatabase('sqlite');
    const database = await test.open();
    store = createTemplateStore(database, await openKeyRing(key, database));
    const change = { encoderVersion: 1, features: [feature(DIMENSION)], tags: [], thumbnails: [] };
    for (let id = 1n; id <= 30n; id++) await store.update(bcid(id), () => change);
  });
  afterEach(() => test.drop());

  const options = { encoderVersion: 1, dimension: DIMENSION, typicalFaces: [], threads: 1 };
  const scope = { storage: 'test', partition: 'main', tags: [], limit: 1 };

  it('is refused if it does not fit, with a remedy', async () => {
    const gallery = createMemoryGallery({ ...options, templates: store, limit: 5000 });
    await expect(gallery.ready).rejects.toThrow(
      /^PROSOPON_GALLERY_MEMORY: the gallery of 30 people/,
    );
    await gallery.close();
  });

  it('that outgrows its memory tells only the administration how many people there are', async () => {
    const { wideBytes } = createSpace(DIMENSION, []);
    const limit = 64 * (bytesOfRow(wideBytes) + INDEX_BYTES);
    const gallery = createMemoryGallery({ ...options, templates: store, limit });
    await gallery.ready;
    const change = { encoderVersion: 1, features: [feature(DIMENSION)], tags: [], thumbnails: [] };
    for (let id = 31n; id <= 65n; id++) await store.update(bcid(id), () => change);
    const problem = 'The gallery cannot be loaded; the log says why.';
    await expect
      .poll(() => gallery.status(), { timeout: 5000 })
      .toMatchObject({
        ready: false,
        problem,
        detail: expect.stringContaining('the gallery of 65 people needs about'),
      });
    const { signal } = new AbortController();
    const search = gallery.search([unitVector(DIMENSION)], { ...scope, signal });
    await expect(search).rejects.toThrow(problem);
    await gallery.close();
  });

  it("hides the database's address from callers if its load threads cannot reach it", async () => {
    const databaseUrl = 'postgres://127.0.0.1:1/none';
    const source = { ...test.location, ...key, databaseUrl };
    const gallery = createMemoryGallery({ ...options, templates: store, source, threadsFrom: 1 });
    await expect
      .poll(() => gallery.status(), { timeout: 10_000 })
      .toMatchObject({
        problem: 'The gallery cannot be loaded: The database is not available.',
        detail: expect.stringContaining('at 127.0.0.1:1:'),
      });
    await gallery.close();
  });

  it('says why it is not loaded, and loads when the database is back', async () => {
    let away = true;
    const templates: TemplateStore = {
      ...store,
      extent: async (only) => {
        if (away) throw new Unavailable('The database is not available.');
        return store.extent(only);
      },
    };
    const gallery = createMemoryGallery({ ...options, templates });
    await expect.poll(() => gallery.status().problem).toMatch(/database is not available/);
    const { signal } = new AbortController();
    const search = gallery.search([unitVector(DIMENSION)], { ...scope, signal });
    await expect(search).rejects.toThrow(/cannot be loaded: The database is not available/);
    away = false;
    await gallery.ready;
    expect(gallery.status()).toMatchObject({ ready: true, classes: 30 });
    expect(gallery.status().problem).toBeUndefined();
    await gallery.close();
  });

  it('keeps changes made during the load, not the older read', async () => {
    const [before, after] = [unitVector(DIMENSION), unitVector(DIMENSION)];
    const enrol = (values: Float32Array) =>
      store.update(bcid(5n), () => ({
        encoderVersion: 1,
        features: [{ id: randomUUID(), values, enrolled: new Date() }],
        tags: [],
        thumbnails: [],
      }));
    await enrol(before);
    const templates: TemplateStore = {
      ...store,
      async *scanVectors(scope) {
        for await (const page of store.scanVectors(scope)) {
          await enrol(after);
          await store.delete(bcid(6n));
          yield page;
        }
      },
    };
    const gallery = createMemoryGallery({ ...options, templates });
    await gallery.ready;
    const { signal } = new AbortController();
    const { candidates } = await gallery.search([before, after], { ...scope, signal });
    expect(candidates[0]![0]!.comparison).toBeLessThan(0.9);
    expect(candidates[1]![0]).toMatchObject({ classId: 5n });
    expect(candidates[1]![0]!.comparison).toBeGreaterThan(0.9);
    expect(gallery.status().classes).toBe(29);
    await gallery.close();
  });

  it('reloads its own changes from before it missed others', async () => {
    let poll: (() => never) | undefined;
    const templates: TemplateStore = {
      ...store,
      feed() {
        const feed = store.feed();
        return { ...feed, poll: async () => poll?.() ?? feed.poll() };
      },
    };
    const gallery = createMemoryGallery({ ...options, templates });
    await gallery.ready;
    const { version } = gallery.status();
    poll = () => {
      throw new Error('the database is away');
    };
    const values = unitVector(DIMENSION);
    await store.update(bcid(50n), () => ({
      encoderVersion: 1,
      features: [{ id: randomUUID(), values, enrolled: new Date() }],
      tags: [],
      thumbnails: [],
    }));
    expect(gallery.status().classes).toBe(31);
    poll = () => {
      poll = undefined;
      throw new FeedMissed('not read for too long');
    };
    await expect.poll(() => gallery.status().version).toBeGreaterThan(version + 30);
    await expect.poll(() => gallery.status().ready).toBe(true);
    expect(gallery.status().classes).toBe(31);
    await gallery.close();
    await store.delete(bcid(50n));
  });

  it('loads again however often it missed changes, once the database is back', async () => {
    const failures: Error[] = [];
    const templates: TemplateStore = {
      ...store,
      feed() {
        const feed = store.feed();
        return {
          ...feed,
          async poll() {
            const failure = failures.shift();
            if (failure !== undefined) throw failure;
            return feed.poll();
          },
        };
      },
    };
    const missed = () => new FeedMissed('not read for too long');
    failures.push(missed());
    const gallery = createMemoryGallery({ ...options, templates });
    await gallery.ready;
    const { classes } = gallery.status();
    failures.push(missed(), new Unavailable('The database is away.', 1), missed());
    await expect.poll(() => failures.length, { timeout: 10_000 }).toBe(0);
    await expect
      .poll(() => gallery.status(), { timeout: 10_000 })
      .toMatchObject({ ready: true, classes });
    await gallery.close();
  });

  it('of one partition says so if another is requested, instead of finding nobody', async () => {
    const only = { storage: 'test', partition: 'main' };
    const gallery = createMemoryGallery({ ...options, templates: store, only });
    await gallery.ready;
    const { signal } = new AbortController();
    const probes = [unitVector(DIMENSION)];
    const { candidates } = await gallery.search(probes, { ...scope, signal });
    expect(candidates[0]).not.toEqual([]);
    const elsewhere = gallery.search(probes, { ...scope, partition: 'other', signal });
    await expect(elsewhere).rejects.toThrow(/searches only test.main/);
    await gallery.close();
  });

  it('ends a search when the caller has left', async () => {
    const gallery = createMemoryGallery({ ...options, templates: store });
    await gallery.ready;
    const gone = AbortSignal.abort();
    const search = gallery.search([unitVector(DIMENSION)], { ...scope, signal: gone });
    await expect(search).rejects.toThrow(Cancelled);
    const probes = Array.from({ length: 2000 }, () => unitVector(DIMENSION));
    const { signal } = new AbortController();
    const { candidates } = await gallery.search(probes, { ...scope, signal });
    expect(candidates).toHaveLength(2000);
    await gallery.close();
  });
});
