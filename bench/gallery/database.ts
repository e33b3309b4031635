/** `npm run bench -- database`: the gallery in the database, exact and by its approximate index. */
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
import { typicalFaces } from '../../src/faces/cohort.ts';
import { findEncoder } from '../../src/faces/encoders.ts';
import { createDatabaseGallery } from '../../src/gallery/database-gallery.ts';
import { openKeyRing } from '../../src/templates/keys.ts';
import { median } from '../statistics.ts';
import { type BenchSource, enrolPeople } from './enrolled-people.ts';
import { createExactBest } from './exact-best.ts';
import { createSearcher } from './searcher.ts';
import { createSyntheticPeople } from './synthetic-people.ts';

const USAGE = `npm run bench -- database [--people 1200] [--database-url postgres://…]

Enrols people who do not exist, fills the gallery in the database and searches it, every vector and by
the approximate index. Without an address in PGlite, PostgreSQL in WebAssembly: right for recall, not
for times. The database has to be empty, and its address to end in ?pool=1.`;

const PROBES = 64;
const INDEXES = ['exact', 'hnsw'] as const;

interface Row {
  readonly index: (typeof INDEXES)[number];
  readonly filling: number;
  readonly p50: number;
  readonly recallAt1: number;
  readonly recallAt10: number;
  /** Of the searches, those that the index answered. */
  readonly byIndex: number;
}

async function measure(source: BenchSource, people: number): Promise<readonly Row[]> {
  const synthetic = createSyntheticPeople();
  const sought = Array.from({ length: PROBES }, (_, i) => Math.floor((i * people) / PROBES));
  const probes = sought.map((person) => synthetic.lookOf(person));
  const exact = createExactBest(probes);
  const vectorOf = (person: number) => {
    const values = synthetic.vectorOf(person);
    exact.add(person, values);
    return values;
  };
  process.stderr.write('enrolling …\n');
  const { database, templates } = await enrolPeople(source, people, vectorOf, () => undefined);
  const keyRing = await openKeyRing(source, database);
  const { calibration, cohort } = await findEncoder(undefined, { ...source, modelsDir: undefined });
  const rows: Row[] = [];
  try {
    for (const index of INDEXES) {
      process.stderr.write(`${index} …\n`);
      const started = performance.now();
      const gallery = createDatabaseGallery({
        ...{ database, keyRing, templates, index, encoderVersion: 1 },
        dimension: synthetic.dimension,
        typicalFaces: typicalFaces(cohort!),
      });
      await gallery.ready;
      const filling = (performance.now() - started) / 1000;
      await sql`analyze gallery_vectors`.execute(database.db);
      // So few people would be searched one by one; what is to be measured is the index.
      if (index === 'hnsw') await sql`set cpu_operator_cost = 1`.execute(database.db);
      const searcher = createSearcher(gallery, templates, calibration!);
      const times: number[] = [];
      const recalled = { 1: 0, 10: 0 };
      for (const [i, probe] of probes.entries()) {
        const { milliseconds, people: best } = await searcher.search([probe]);
        times.push(milliseconds);
        for (const count of [1, 10] as const)
          recalled[count] += exact
            .of(i)
            .slice(0, count)
            .filter((person) => best[0]!.slice(0, count).includes(person)).length;
      }
      await gallery.close();
      await sql`select pg_stat_force_next_flush()`.execute(database.db);
      const { rows: scans } = await sql<{ n: number }>`
        select cast(coalesce(sum(idx_scan), 0) as integer) as n from pg_stat_user_indexes
        where indexrelname like 'gallery_vectors_hnsw%'`.execute(database.db);
      rows.push({
        index,
        filling,
        p50: median(times),
        recallAt1: recalled[1] / PROBES,
        recallAt10: recalled[10] / (10 * PROBES),
        byIndex: Math.min(1, scans[0]!.n / PROBES),
      });
    }
    return rows;
  } finally {
    await database.close();
  }
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

/** @param args those of `npm run bench` but the first */
export async function benchDatabase(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      people: { type: 'string', default: '1200' },
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
    const people = Number(values.people);
    const [load] = loadavg();
    const rows = await measure(source, people);
    console.log(
      `| ${people} people | filling, s | search p50, ms | recall@1 | recall@10 | by index |`,
    );
    console.log('| --- | --: | --: | --: | --: | --: |');
    for (const { index, filling, p50, recallAt1, recallAt10, byIndex } of rows)
      console.log(
        `| ${index} | ${filling.toFixed(1)} | ${p50.toFixed(0)} | ${recallAt1.toFixed(4)} | ` +
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
