/** The gallery in the database finds what the one in memory finds, and follows the templates alike. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/config/config.ts';
import { Cancelled } from '../../../src/errors.ts';
import {
  createDatabaseGallery,
  type DatabaseGalleryOptions,
} from '../../../src/gallery/database/database-gallery.ts';
import { galleryKeys, rotateGalleryKey } from '../../../src/gallery/database/gallery-keys.ts';
import { CONSENTED, type Gallery } from '../../../src/gallery/gallery.ts';
import { createMemoryGallery } from '../../../src/gallery/memory/memory-gallery.ts';
import { type KeyRing, openKeyRing } from '../../../src/sealing/keys.ts';
import type { Database } from '../../../src/storage/database.ts';
import { classVector } from '../../../src/templates/class-vector.ts';
import type { TemplateStore } from '../../../src/templates/store.ts';
import { createTemplateStore } from '../../../src/templates/store.ts';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../testing/databases.ts';
import { bcid, cosine, masterKey, unitVector } from '../../../testing/template-samples.ts';
import {
  createPglite,
  createVectorDatabase,
  type VectorEngine,
  vectorEngines,
} from '../../../testing/vector-databases.ts';

const DIMENSION = 96;
const PEOPLE = 300;
const key = masterKey();

interface Process {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly templates: TemplateStore;
}

describe.each(await vectorEngines())('on %s', (engine) => {
  let test: TestDatabase;
  let here: Process;
  const galleries: Gallery[] = [];
  const faces = new Map<bigint, readonly Float32Array[]>();

  const keep = async (gallery: Gallery) => {
    galleries.push(gallery);
    await gallery.ready;
    return gallery;
  };
  const options = { encoderVersion: 1, dimension: DIMENSION, typicalFaces: [] };
  const open = (process: Process, more: Partial<DatabaseGalleryOptions> = {}) =>
    keep(createDatabaseGallery({ ...options, ...process, index: 'exact', ...more }));
  const enrol = async (
    { templates }: Process,
    classId: bigint,
    { tags = [] as string[], vectors = 1, consent = false, partition = 'main' } = {},
  ) => {
    const features = Array.from({ length: vectors }, () => ({
      id: randomUUID(),
      values: unitVector(DIMENSION),
      enrolled: new Date(),
    }));
    await templates.update(bcid(classId, partition), () => ({
      encoderVersion: 1,
      features,
      tags,
      thumbnails: [],
      ...(consent ? { consent: { reference: 'form 1', recorded: new Date() } } : {}),
    }));
    return features.map(({ values }) => values);
  };
  const search = (
    gallery: Gallery,
    probes: readonly Float32Array[],
    tags: string[],
    limit = 10,
  ) => {
    const { signal } = new AbortController();
    return gallery.search(probes, { storage: 'test', partition: 'main', tags, limit, signal });
  };
  const find = async (gallery: Gallery, probe: Float32Array, tags: string[] = []) => {
    const { candidates } = await search(gallery, [probe], tags, 1);
    return candidates[0]!.filter((found) => found.comparison > 0.7).map((found) => found.classId);
  };

  beforeAll(async () => {
    test = await createVectorDatabase(engine);
    const database = await test.open();
    const keyRing = await openKeyRing(key, database);
    here = { database, keyRing, templates: createTemplateStore(database, keyRing) };
    for (let id = 1n; id <= PEOPLE; id++) {
      const tags = [id % 2n === 0n ? 'even' : 'odd', ...(id % 50n === 0n ? ['rare'] : [])];
      const more = { tags, vectors: id % 10n === 0n ? 3 : 1, consent: id % 3n === 0n };
      faces.set(id, await enrol(here, id, more));
    }
    await enrol(here, 1n, { partition: 'elsewhere' });
  });
  afterAll(() => test.drop());
  afterEach(async () => {
    await Promise.all(galleries.splice(0).map((gallery) => gallery.close()));
  });

  it('exact search equals the gallery in memory', async () => {
    const gallery = await open(here);
    const { templates } = here;
    const memory = await keep(createMemoryGallery({ ...options, templates, threads: 1 }));
    expect(gallery.status()).toMatchObject({
      ready: true,
      classes: memory.status().classes,
    });
    const probes = [...Array.from({ length: 10 }, () => unitVector(DIMENSION)), faces.get(7n)![0]!];
    for (const tags of [[], ['even'], ['rare', 'even'], [CONSENTED], ['nobody']]) {
      const [ours, theirs] = [
        await search(gallery, probes, tags),
        await search(memory, probes, tags),
      ];
      expect(ours.searched).toBe(theirs.searched);
      probes.forEach((probe, i) => {
        const ranked = [ours, theirs].map(({ candidates }) =>
          candidates[i]!.map(({ classId }) => classId)
            .sort((p, q) => best(probe, q) - best(probe, p))
            .slice(0, 10),
        );
        expect(ranked[0]).toEqual(ranked[1]);
        for (const { classId, comparison } of ours.candidates[i]!)
          expect(comparison).toBeCloseTo(best(probe, classId), 3);
      });
    }
  });
  /** The person, as far as all samples agree. */
  const probeOf = (classId: bigint) => {
    const vector = classVector(faces.get(classId)!);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
  const best = (probe: Float32Array, classId: bigint) =>
    cosine(probe, classVector(faces.get(classId)!));

  it('finds almost everybody by the approximate index', async () => {
    const gallery = await open(here, { index: 'hnsw' });
    const probes = Array.from({ length: 50 }, () => unitVector(DIMENSION));
    const exact = await open(here);
    for (const tags of [[], ['even'], ['rare']]) {
      const [near, all] = [await search(gallery, probes, tags), await search(exact, probes, tags)];
      let found = 0;
      let wanted = 0;
      all.candidates.forEach((list, i) => {
        const top = new Set(near.candidates[i]!.slice(0, 10).map(({ classId }) => classId));
        for (const { classId } of list.slice(0, 10)) {
          wanted++;
          if (top.has(classId)) found++;
        }
      });
      console.info(`hnsw, tags [${tags}]: recall at 10 is ${(found / wanted).toFixed(4)}`);
      expect(found / wanted).toBeGreaterThan(0.9);
    }
    const { rows } =
      await sql`select 1 from pg_indexes where tablename = 'gallery_vectors' and indexname like '%hnsw%'`.execute(
        here.database.db,
      );
    expect(rows).toHaveLength(1);
  });

  it('finds at once what was enrolled, tagged and deleted, here and by others', async () => {
    const gallery = await open(here);
    const there = { ...here, templates: createTemplateStore(here.database, here.keyRing) };
    const [face] = await enrol(here, 900n, { tags: ['a'] });
    expect(await find(gallery, face!, ['a'])).toEqual([900n]);
    await here.templates.setTags(bcid(900n), ['b']);
    expect(await find(gallery, face!, ['a'])).toEqual([]);
    expect(await find(gallery, face!, ['b'])).toEqual([900n]);
    const [other] = await enrol(there, 900n);
    await expect.poll(() => find(gallery, other!), { timeout: 10_000 }).toEqual([900n]);
    await there.templates.delete(bcid(900n));
    expect(await find(gallery, other!)).toEqual([]);
  });

  it('is filled when opened, whatever was there before', async () => {
    const [late] = await enrol(here, 901n);
    await sql`delete from gallery_vectors where class_id < 50`.execute(here.database.db);
    await sql`update gallery_vectors set revision = 99 where class_id = 60`.execute(
      here.database.db,
    );
    const gallery = await open(here);
    expect(await find(gallery, late!)).toEqual([901n]);
    expect(await find(gallery, probeOf(20n))).toEqual([20n]);
    expect(await outdated()).toBe(0);
    await here.templates.delete(bcid(901n));
  });
  const outdated = async () => {
    const { rows } = await sql<{ n: number }>`select cast(count(*) as integer) as n
      from templates as t where not exists (select 1 from gallery_vectors as v
      where v.class_id = t.class_id and v.partition = t.partition and v.revision = t.revision)`.execute(
      here.database.db,
    );
    return rows[0]!.n;
  };

  it('skips a template that fails its check, and reports it once', async () => {
    const [face] = await enrol(here, 902n);
    await here.database.write((trx) =>
      trx
        .updateTable('templates')
        .set({ signature: new Uint8Array(32) })
        .where('class_id', '=', 902n)
        .execute(),
    );
    const corrupted: bigint[] = [];
    const onCorrupted = ({ bcid }: { bcid: { classId: bigint } }) => corrupted.push(bcid.classId);
    const gallery = await open(here, { onCorrupted });
    expect(corrupted).toEqual([902n]);
    expect(await find(gallery, face!)).toEqual([]);
    expect(gallery.status().corrupted).toBe(1);
    await here.templates.delete(bcid(902n));
  });

  it('is rotated to a new key while searches stay correct', async () => {
    const gallery = await open(here);
    const [before] = await galleryKeys(here.database.db);
    const vectorOf7 = async () =>
      (
        await sql<{ v: string }>`select vector::text as v from gallery_vectors
          where class_id = 7 and partition = 'main'`.execute(here.database.db)
      ).rows[0]!.v;
    const old = await vectorOf7();
    const id = await rotateGalleryKey(here.database);
    const [added] = await enrol(here, 903n);
    const keysOfVectors = async () =>
      (
        await sql<{ key_id: string }>`select distinct key_id from gallery_vectors`.execute(
          here.database.db,
        )
      ).rows.map(({ key_id }) => key_id);
    expect((await keysOfVectors()).sort()).toEqual([before!.id, id].sort());
    const people = [7n, 10n, 150n, 299n];
    const searchAll = async () => {
      for (const person of people) expect(await find(gallery, probeOf(person))).toEqual([person]);
      expect(await find(gallery, added!)).toEqual([903n]);
      return (await galleryKeys(here.database.db)).map((one) => one.id);
    };
    await expect.poll(searchAll, { timeout: 30_000, interval: 20 }).toEqual([id]);
    expect(await keysOfVectors()).toEqual([id]);
    expect(await vectorOf7()).not.toBe(old);
    await here.templates.delete(bcid(903n));
  });

  it('of one partition holds nobody else, and says so if another is requested', async () => {
    await sql`delete from gallery_vectors`.execute(here.database.db);
    const gallery = await open(here, { only: { storage: 'test', partition: 'elsewhere' } });
    expect(gallery.status()).toMatchObject({ classes: 1 });
    await expect(search(gallery, [unitVector(DIMENSION)], [])).rejects.toThrow(
      /searches only test.elsewhere/,
    );
    const { rows } = await sql<{ partition: string }>`
      select distinct partition from gallery_vectors`.execute(here.database.db);
    expect(rows).toEqual([{ partition: 'elsewhere' }]);
  });

  it('ends a search when the caller has left', async () => {
    const gallery = await open(here);
    const gone = { storage: 'test', partition: 'main', tags: [], limit: 1 };
    const searching = gallery.search([unitVector(DIMENSION)], {
      ...gone,
      signal: AbortSignal.abort(),
    });
    await expect(searching).rejects.toThrow(Cancelled);
  });

  // PGlite has one connection, over which nothing can be said while it is busy.
  it.skipIf(engine === 'PGlite')("ends the database's work for it, on every node", async () => {
    const gallery = await open(here);
    const held = await holdVectors(test, engine);
    try {
      const gone = new AbortController();
      const scope = { storage: 'test', partition: 'main', tags: [], limit: 1 };
      const searching = gallery.search([unitVector(DIMENSION)], { ...scope, signal: gone.signal });
      const ended = expect(searching).rejects.toThrow(Cancelled);
      await expect.poll(held.waiting, { timeout: 20_000 }).toBeGreaterThan(0);
      gone.abort();
      await ended;
      await expect.poll(held.waiting, { timeout: 20_000 }).toBe(0);
    } finally {
      await held.release();
    }
    expect(await find(gallery, faces.get(7n)![0]!)).toEqual([7n]);
  });
});

/** Keeps readers of the vectors waiting: of one shard, on its worker, where there are several. */
async function holdVectors({ location }: TestDatabase, engine: VectorEngine) {
  const coordinator = new pg.Client({ connectionString: location.databaseUrl });
  await coordinator.connect();
  const place = { address: location.databaseUrl!, table: 'gallery_vectors' };
  if (engine === 'Citus') {
    const { rows } = await coordinator.query(`select nodename || ':' || nodeport as host, shard_name
      from citus_shards where table_name = 'gallery_vectors'::regclass limit 1`);
    const url = new URL(place.address);
    url.host = rows[0].host;
    Object.assign(place, { address: url.href, table: rows[0].shard_name });
  }
  const holder = new pg.Client({ connectionString: place.address });
  await holder.connect();
  if (engine === 'Citus') await holder.query('set citus.enable_manual_changes_to_shards = on');
  await holder.query(`begin; lock table ${place.table} in access exclusive mode`);
  const observer = new pg.Client({ connectionString: place.address });
  await observer.connect();
  return {
    async waiting() {
      const { rows } = await observer.query(`select cast(count(*) as integer) as n from pg_locks
        where relation = '${place.table}'::regclass and not granted`);
      return rows[0].n as number;
    },
    async release() {
      for (const client of [holder, observer, coordinator]) await client.end();
    },
  };
}

describe('a database without the extension', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    const here = await databaseKinds();
    const without = here.includes('postgres') && !(await vectorEngines()).includes('PostgreSQL');
    test = await (without ? createTestDatabase('postgres') : createPglite(false));
  });
  afterEach(() => test.drop());

  it('is refused, with what to install', async () => {
    await expect(openOn(test)).rejects.toThrow(/needs the extension pgvector.*install it there/);
  });
});

it('a gallery in an embedded database is refused', async () => {
  expect(() => parseConfig({ PROSOPON_GALLERY: 'database' })).toThrow(/set DATABASE_URL/);
  const test = await createTestDatabase('sqlite');
  try {
    await expect(openOn(test)).rejects.toThrow(/needs PostgreSQL with the extension pgvector/);
  } finally {
    await test.drop();
  }
});

async function openOn(test: TestDatabase): Promise<void> {
  const database = await test.open();
  const keyRing = await openKeyRing(key, database);
  const templates = createTemplateStore(database, keyRing);
  const gallery = createDatabaseGallery({
    database,
    keyRing,
    templates,
    encoderVersion: 1,
    dimension: DIMENSION,
    typicalFaces: [],
    index: 'exact',
  });
  await gallery.ready.finally(() => gallery.close());
}
