/** `npm run bench -- database`: the gallery in the database, exact and by approximate index. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { sql } from 'kysely';
import { typicalFaces } from '../../src/faces/encoding/cohort.ts';
import { findEncoder, RECOMMENDED_ENCODER } from '../../src/faces/encoding/encoders.ts';
import { createDatabaseGallery } from '../../src/gallery/database/database-gallery.ts';
import { galleryKeys } from '../../src/gallery/database/gallery-keys.ts';
import { createVectorRotation } from '../../src/gallery/database/rotate-vectors.ts';
import { nearestVectors } from '../../src/gallery/database/vector-table.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import { median } from '../../testing/statistics.ts';
import { type BenchSource, enrolPeople, PARTITION, STORAGE } from './enrolled-people.ts';
import { createExactBest } from './exact-best.ts';
import { type Faces, readRealFaces } from './real-faces.ts';
import { createSearcher } from './searcher.ts';
import { createSyntheticPeople } from './synthetic-people.ts';

const USAGE = `npm run bench -- database [--people 1200] [--embeddings DIR] [--database-url postgres://…]

Enrols people who do not exist, fills the gallery in the database and searches it, every vector and by
the approximate index; then the index alone, looking at more and more vectors. With --embeddings the
people are the photographs whose feature vectors "npm run evaluate" has kept there. Without an address
in PGlite, PostgreSQL in WebAssembly: right for recall, not for times. The database has to be empty, and
its address to end in ?pool=1.`;

const PROBES = 200;
const INDEXES = ['exact', 'hnsw'] as const;
/** Vectors that the index examines (`hnsw.ef_search`). */
const LOOKED_AT = [40, 100, 200, 400, 800];
const WANTED = 10;

interface Row {
  readonly search: string;
  /** Undefined: it was already filled. */
  readonly filling?: number;
  readonly p50: number;
  readonly recallAt1: number;
  readonly recallAt10: number;
  /** Searches answered by the index. */
  readonly byIndex: number;
}

async function measure(source: BenchSource, faces: Faces): Promise<readonly Row[]> {
  const { dimension, people, probes } = faces;
  const exact = createExactBest(probes);
  const vectorOf = (person: number) => {
    const values = faces.vectorOf(person);
    exact.add(person, values);
    return values;
  };
  process.stderr.write('enrolling …\n');
  const { database, templates } = await enrolPeople(source, people, vectorOf, () => undefined);
  const keyRing = await openKeyRing(source, database);
  const { calibration, cohort } = await findEncoder(RECOMMENDED_ENCODER, {
    ...source,
    modelsDir: undefined,
  });
  const typical = typicalFaces(cohort!);
  const rows: Row[] = [];
  /** @param find numbers of the most similar people, best first */
  const measureSearches = async (
    search: string,
    find: (probe: Float32Array) => Promise<readonly number[]>,
  ) => {
    process.stderr.write(`${search} …\n`);
    const before = await indexScans(database);
    const times: number[] = [];
    const recalled = { 1: 0, [WANTED]: 0 };
    for (const [i, probe] of probes.entries()) {
      const started = performance.now();
      const best = await find(probe);
      times.push(performance.now() - started);
      for (const count of [1, WANTED] as const)
        recalled[count]! += exact
          .of(i)
          .slice(0, count)
          .filter((person) => best.slice(0, count).includes(person)).length;
    }
    return {
      search,
      p50: median(times),
      recallAt1: recalled[1] / probes.length,
      recallAt10: recalled[WANTED]! / (WANTED * probes.length),
      byIndex: Math.min(1, ((await indexScans(database)) - before) / probes.length),
    };
  };
  try {
    await sql`set maintenance_work_mem = '512MB'`.execute(database.db);
    await sql`analyze templates`.execute(database.db);
    for (const index of INDEXES) {
      process.stderr.write(`filling (${index}) …\n`);
      const started = performance.now();
      const gallery = createDatabaseGallery({
        ...{ database, keyRing, templates, index, dimension },
        encoderVersion: 1,
        typicalFaces: typical,
      });
      await gallery.ready;
      const filling = (performance.now() - started) / 1000;
      await sql`analyze gallery_vectors`.execute(database.db);
      // PostgreSQL would compare so few people one by one, but this measures the index.
      if (index === 'hnsw') await sql`set cpu_operator_cost = 1`.execute(database.db);
      const searcher = createSearcher(gallery, templates, calibration!);
      const find = async (probe: Float32Array) => (await searcher.search([probe])).people[0]!;
      rows.push({ ...(await measureSearches(`as the service does, ${index}`, find)), filling });
      await gallery.close();
    }
    const rotate = createVectorRotation(keyRing, dimension, typical);
    const [key] = await galleryKeys(database.db);
    const scope = { storage: STORAGE, partition: PARTITION, tags: [], encoderVersion: 1 };
    for (const lookedAt of LOOKED_AT)
      rows.push(
        await measureSearches(`the index, ${lookedAt} looked at`, (probe) =>
          database.db.transaction().execute(async (trx) => {
            await sql`set local hnsw.ef_search = ${sql.lit(lookedAt)}`.execute(trx);
            const query = { ...scope, keyId: key!.id, limit: WANTED, approximate: true };
            const near = await nearestVectors(trx, { ...query, probe: rotate(key!.id, probe) });
            return near.map(({ class_id }) => Number(class_id) - 1);
          }),
        ),
      );
    return rows;
  } finally {
    await database.close();
  }
}

/** Searches answered by the index so far. */
async function indexScans({ db }: Database): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ n: number }>`
    select cast(coalesce(sum(idx_scan), 0) as integer) as n from pg_stat_user_indexes
    where indexrelname like 'gallery_vectors_hnsw%'`.execute(db);
  return rows[0]!.n;
}

async function facesOf(people: number, embeddings: string | undefined, dataDir: string) {
  if (embeddings !== undefined) {
    const { cohort } = await findEncoder(RECOMMENDED_ENCODER, { dataDir, modelsDir: undefined });
    return readRealFaces(embeddings, cohort!, PROBES);
  }
  const { dimension, vectorOf, lookOf } = createSyntheticPeople();
  const sought = Array.from({ length: PROBES }, (_, i) => Math.floor((i * people) / PROBES));
  return { dimension, people, vectorOf, probes: sought.map(lookOf) };
}

async function startPglite(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const free = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => free.once('listening', listening));
  const { port } = free.address() as { port: number };
  await new Promise((closed) => free.close(closed));
  const db = await PGlite.create({ extensions: { vector } });
  const server = new PGLiteSocketServer({ db, port, host: '127.0.0.1' });
  await server.start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable&pool=1`,
    async stop() {
      await server.stop();
      await db.close();
    },
  };
}

/** @param args arguments after the first of `npm run bench` */
export async function benchDatabase(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      people: { type: 'string', default: '1200' },
      embeddings: { type: 'string' },
      'database-url': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const dir = await mkdtemp(join(tmpdir(), 'prosopon-bench-'));
  const pglite = values['database-url'] === undefined ? await startPglite() : undefined;
  try {
    const source = {
      dataDir: dir,
      databaseUrl: values['database-url'] ?? pglite!.url,
      masterKey: randomBytes(32).toString('base64'),
      keyFile: join(dir, 'unused'),
      keyFileIsDefault: false,
    } as const;
    const faces = await facesOf(Number(values.people), values.embeddings, dir);
    const [load] = loadavg();
    const rows = await measure(source, faces);
    console.log(
      `| ${faces.people} people | filling, s | search p50, ms | recall@1 | recall@10 | by index |`,
    );
    console.log('| --- | --: | --: | --: | --: | --: |');
    for (const { search, filling, p50, recallAt1, recallAt10, byIndex } of rows)
      console.log(
        `| ${search} | ${filling?.toFixed(1) ?? ''} | ${p50.toFixed(0)} | ${recallAt1.toFixed(4)} | ` +
          `${recallAt10.toFixed(4)} | ${(100 * byIndex).toFixed(0)} % |`,
      );
    const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}`;
    console.log(
      `\n${pglite === undefined ? 'PostgreSQL' : 'PGlite'}, ${machine}, load ${load!.toFixed(1)}.`,
    );
  } finally {
    await pglite?.stop();
    await rm(dir, { recursive: true, force: true });
  }
}
