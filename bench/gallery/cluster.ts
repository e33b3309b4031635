/** `npm run bench -- cluster`: compares one database with clusters that hold the same people. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { inLanes } from '../../src/async.ts';
import { typicalFaces } from '../../src/faces/encoding/cohort.ts';
import { findEncoder, RECOMMENDED_ENCODER } from '../../src/faces/encoding/encoders.ts';
import { createDatabaseGallery } from '../../src/gallery/database/database-gallery.ts';
import { createMemoryGallery } from '../../src/gallery/memory/memory-gallery.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { distribute } from '../../src/storage/distribution/distribute.ts';
import { inspectDistribution } from '../../src/storage/distribution/inspect.ts';
import type { TemplateStore } from '../../src/templates/store.ts';
import { median } from '../../testing/statistics.ts';
import { enrolPeople, PARTITION, STORAGE } from './enrolled-people.ts';
import { createExactBest } from './exact-best.ts';
import { createSearcher } from './searcher.ts';
import { createSyntheticPeople } from './synthetic-people.ts';

const USAGE = `npm run bench -- cluster [--people 20000] [--distribute] [--gallery exact …] --database-url postgres://… …

Fills each database, which has to be empty and may be distributed, with the same people who do not exist.
Then enrols more of them one by one, reads templates as a verification does, and searches: every vector in the
database (exact), its approximate index (hnsw), and a gallery in memory that is loaded from there (memory);
--gallery names one or more of them. --distribute then spreads the same people over the workers, and measures
again. Nothing else should run meanwhile. One cluster holds several of them in schemas of their own:
postgres://…/postgres?options=-c%20search_path%3Done,public`;

const SHARDS = 32;
const PROBES = 40;
const WANTED = 10;
const ENROLMENTS = 400;
const READS = 2000;
/** Concurrent enrolments and reads; concurrent searches. */
const WRITERS = 8;
const SEARCHERS = 4;
/** Bytes of a stored thumbnail. */
const THUMBNAIL = 20_000;

const KINDS = ['exact', 'hnsw', 'memory'] as const;
type Kind = (typeof KINDS)[number];

interface SearchFigures {
  readonly kind: Kind;
  /** Seconds until the gallery was ready. */
  readonly filling: number;
  readonly p50: number;
  readonly rate: number;
  readonly recall: number;
}

interface Extent {
  readonly people: number;
  readonly dataDir: string;
  readonly distributed: boolean;
  readonly kinds: readonly Kind[];
}

interface Figures {
  readonly place: string;
  readonly enrolments: number;
  readonly reads: number;
  readonly searches: readonly SearchFigures[];
}

const synthetic = createSyntheticPeople();

/** Yields the figures of the database as it is, then those of the distributed one if that is wanted. */
async function* measure(
  databaseUrl: string,
  { people, dataDir, distributed, kinds }: Extent,
): AsyncGenerator<Figures> {
  const source = {
    ...{ dataDir, databaseUrl, keyFile: join(dataDir, 'unused'), keyFileIsDefault: false as const },
    masterKey: randomBytes(32).toString('base64'),
  };
  const probes = Array.from({ length: PROBES }, (_, i) =>
    synthetic.lookOf(Math.floor((i * people) / PROBES)),
  );
  const exact = createExactBest(probes);
  const vectorOf = (person: number) => {
    const vector = synthetic.vectorOf(person);
    exact.add(person, vector);
    return vector;
  };
  const progress = (done: number) => say(`enrolled ${done}`);
  const { database, templates } = await enrolPeople(source, people, vectorOf, progress);
  try {
    const keyRing = await openKeyRing(source, database);
    const { calibration, cohort } = await findEncoder(RECOMMENDED_ENCODER, {
      ...{ dataDir, modelsDir: undefined },
    });
    const parts = {
      ...{ database, keyRing, templates, encoderVersion: 1, dimension: synthetic.dimension },
      typicalFaces: typicalFaces(cohort!),
    };
    const open = {
      exact: () => createDatabaseGallery({ ...parts, index: 'exact' }),
      hnsw: () => createDatabaseGallery({ ...parts, index: 'hnsw' }),
      memory: () => createMemoryGallery({ ...parts, source, threads: availableParallelism() }),
    };
    const figures = async (from: number): Promise<Figures> => {
      const distribution = await inspectDistribution(database);
      const nodes = distribution?.nodes.filter(({ shards }) => shards > 0).length ?? 0;
      const place = nodes === 0 ? 'one PostgreSQL' : `${nodes} × Citus, by ${distribution?.by}`;
      await sql`analyze`.execute(database.db);
      const reads = await ratePerSecond(READS, (i) =>
        templates.read(bcidOf((i * 7919) % people)).then((found) => {
          if (found === undefined) throw new Error('a template is missing');
        }),
      );
      const searches: SearchFigures[] = [];
      for (const kind of kinds) {
        say(`${place}: ${kind}`);
        const started = performance.now();
        const gallery = open[kind]();
        await gallery.ready;
        const filling = (performance.now() - started) / 1000;
        if (kind === 'exact') await sql`analyze gallery_vectors`.execute(database.db);
        const { search } = createSearcher(gallery, templates, calibration!);
        const found = await measureSearches(
          probes,
          async (probe) => (await search([probe])).people[0]!,
        );
        await gallery.close();
        const right = found.people.flatMap((best, i) =>
          exact.of(i).filter((person) => best.slice(0, WANTED).includes(person)),
        );
        const recall = right.length / (PROBES * WANTED);
        searches.push({ kind, filling, p50: found.p50, rate: found.rate, recall });
      }
      say(`${place}: enrolments`);
      const enrolments = await ratePerSecond(ENROLMENTS, (i) =>
        enrol(templates, from + i, vectorOf(from + i)),
      );
      return { place, enrolments, reads, searches };
    };
    yield await figures(people);
    if (!distributed) return;
    const coordinator = new URL(databaseUrl).host;
    const started = performance.now();
    await distribute(database, { by: 'class', coordinator, workers: [], shards: SHARDS });
    console.log(`distributed in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    yield await figures(people + ENROLMENTS);
  } finally {
    await database.close();
  }
}

const bcidOf = (person: number) => ({
  ...{ storage: STORAGE, partition: PARTITION },
  classId: BigInt(person + 1),
});

async function enrol(
  templates: TemplateStore,
  person: number,
  values: Float32Array,
): Promise<void> {
  const sample = { id: randomUUID(), values, enrolled: new Date() };
  const thumbnail = {
    featureId: sample.id,
    enrolled: sample.enrolled,
    png: randomBytes(THUMBNAIL),
  };
  await templates.update(bcidOf(person), () => ({
    ...{ encoderVersion: 1, features: [sample], tags: [], thumbnails: [thumbnail] },
  }));
}

async function ratePerSecond(times: number, work: (i: number) => Promise<void>): Promise<number> {
  const started = performance.now();
  await inLanes(
    WRITERS,
    Array.from({ length: times }, (_, i) => i),
    work,
  );
  return (times * 1000) / (performance.now() - started);
}

/** Measures single searches one by one, then several at once. */
async function measureSearches(
  probes: readonly Float32Array[],
  find: (probe: Float32Array) => Promise<readonly number[]>,
) {
  for (const probe of probes.slice(0, 4)) await find(probe);
  const times: number[] = [];
  const people: (readonly number[])[] = [];
  for (const probe of probes) {
    const started = performance.now();
    people.push(await find(probe));
    times.push(performance.now() - started);
  }
  const started = performance.now();
  await inLanes(SEARCHERS, probes, find);
  const rate = (probes.length * 1000) / (performance.now() - started);
  return { people, p50: median(times), rate };
}

const say = (what: string) => process.stderr.write(`${what} …\n`);

/** @param args arguments after the first of `npm run bench` */
export async function benchCluster(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      people: { type: 'string', default: '20000' },
      'database-url': { type: 'string', multiple: true, default: [] },
      distribute: { type: 'boolean', default: false },
      gallery: { type: 'string', multiple: true, default: [...KINDS] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const kinds = KINDS.filter((kind) => values.gallery.includes(kind));
  if (values.help || values['database-url'].length === 0 || kinds.length === 0)
    return console.log(USAGE);
  const people = Number(values.people);
  const dir = await mkdtemp(join(tmpdir(), 'prosopon-bench-'));
  try {
    const all: Figures[] = [];
    const options = { people, dataDir: dir, distributed: values.distribute, kinds };
    for (const url of values['database-url'])
      for await (const figures of measure(url, options)) {
        all.push(figures);
        print(people, kinds, all);
      }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const TITLES = { exact: 'exact', hnsw: 'HNSW', memory: 'gallery in memory' } as const;

function print(people: number, kinds: readonly Kind[], all: readonly Figures[]): void {
  const row = (title: string, of: (figures: Figures) => string) =>
    console.log(`| ${[title, ...all.map(of)].join(' | ')} |`);
  row(`${people} people`, ({ place }) => place);
  console.log(`| --- | ${all.map(() => '--:').join(' | ')} |`);
  row('enrolments a second, eight at once', ({ enrolments }) => enrolments.toFixed(0));
  row('templates read a second, eight at once', ({ reads }) => reads.toFixed(0));
  for (const [i, kind] of kinds.entries()) {
    const of = ({ searches }: Figures) => searches[i]!;
    row(`${TITLES[kind]}: search p50, ms`, (figures) => of(figures).p50.toFixed(0));
    row('… a second, four at once', (figures) => of(figures).rate.toFixed(1));
    row('… recall at 10', (figures) => of(figures).recall.toFixed(4));
    row('… ready after, s', (figures) => of(figures).filling.toFixed(0));
  }
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}`;
  console.log(`\n${machine} for all of it, load ${loadavg()[0]!.toFixed(1)} at the end.`);
}
