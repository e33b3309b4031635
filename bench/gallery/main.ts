/** `npm run bench -- gallery` and `npm run bench -- million`: one-to-many search, in one table. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { typicalFaces } from '../../src/faces/encoding/cohort.ts';
import { findEncoder, RECOMMENDED_ENCODER } from '../../src/faces/encoding/encoders.ts';
import { createMemoryGallery } from '../../src/gallery/memory/memory-gallery.ts';
import { median, percentile } from '../../testing/statistics.ts';
import { startChild } from '../child.ts';
import { type BenchSource, enrolPeople } from './enrolled-people.ts';
import type { ExactQuestion } from './exact-search.ts';
import { type ExactAnswer, measureRecall } from './recall.ts';
import { createSearcher, type Searcher } from './searcher.ts';
import { settledMemory } from './settled-memory.ts';
import { createSyntheticPeople } from './synthetic-people.ts';
import { type Figures, toMarkdown } from './table.ts';

const USAGE = `npm run bench -- gallery [--people 100000] [--json]
npm run bench -- million

Enrols people who do not exist in a temporary SQLite database, loads them into a gallery and searches
it for other photographs of some of them and for strangers. Three gigabytes of disk for a million
people, and of memory. Nothing else should run meanwhile.`;

/** Number of probes, and of searches for each. */
const PROBES = 64;
const ROUNDS = 5;
const BATCH = 32;
/** Probes compared with an exact search: as many as take about as long as enrolling. */
const RECALL_PROBES = 10_000;
const RECALL_PROBES_OF_MANY = 500;
/** Above this, exact searches take too long for that many probes. */
const MOST_FOR_ALL_PROBES = 200_000;
/** Milliseconds of searching during enrolments, and between two enrolments. */
const MIXED_DURATION = 6_000;
const ENROLMENT_INTERVAL = 20;

async function measure(dir: string, people: number): Promise<Figures> {
  const synthetic = createSyntheticPeople();
  const { dimension } = synthetic;
  const sought = Array.from({ length: PROBES }, (_, i) => Math.floor((i * people) / PROBES));
  const probes = sought.map((person) => synthetic.lookOf(person));
  const recallProbes = people > MOST_FOR_ALL_PROBES ? RECALL_PROBES_OF_MANY : RECALL_PROBES;
  const exactSearch = await startChild<ExactQuestion, ExactAnswer>('gallery/exact-search.ts');
  const exact = exactSearch.ask({ people, probes: recallProbes });
  const source: BenchSource = {
    dataDir: dir,
    databaseUrl: undefined,
    masterKey: randomBytes(32).toString('base64'),
    keyFile: join(dir, 'unused'),
    keyFileIsDefault: false,
  };
  const enrolled = tenthsOf('enrolling', people);
  const { database, templates } = await enrolPeople(source, people, synthetic.vectorOf, enrolled);

  say('waiting for exact searches');
  const exactBest = await exact.finally(() => exactSearch.stop());
  say('loading');
  const { calibration, cohort } = await findEncoder(RECOMMENDED_ENCODER, {
    ...source,
    modelsDir: undefined,
  });
  const typical = typicalFaces(cohort!);
  const before = await settledMemory();
  const loaded = createProcessorClock();
  const started = performance.now();
  const gallery = createMemoryGallery({
    templates,
    source,
    dimension,
    typicalFaces: typical,
    encoderVersion: 1,
    threads: 1,
    loadThreads: availableParallelism(),
  });
  await gallery.ready;
  const loading = (performance.now() - started) / 1000;
  const loadProcessor = loaded();
  const memory = (await settledMemory()) - before;
  const searcher = createSearcher(gallery, templates, calibration!);
  try {
    say('searching');
    for (const probe of probes.slice(0, 8)) await searcher.search([probe]);
    const single: number[] = [];
    const scans: number[] = [];
    const searching = createProcessorClock();
    for (let round = 0; round < ROUNDS; round++)
      for (const probe of probes) {
        const { milliseconds, scan } = await searcher.search([probe]);
        single.push(milliseconds);
        scans.push(scan);
      }
    const processor = { single: searching() / single.length, batch: 0 };
    const inBatches = createProcessorClock();
    const batches: number[] = [];
    for (let round = 0; round < ROUNDS; round++)
      for (let from = 0; from + BATCH <= PROBES; from += BATCH)
        batches.push(
          (await searcher.search(probes.slice(from, from + BATCH))).milliseconds / BATCH,
        );
    processor.batch = inBatches() / (batches.length * BATCH);

    const compared = tenthsOf('comparing with exact searches', recallProbes);
    const recall = await measureRecall(searcher, synthetic, people, exactBest, compared);

    say('searching while people are enrolled');
    const mixed = await whileEnrolling(searcher, probes, templates, people, synthetic.vectorOf);

    return {
      people,
      single: { p50: median(single), p99: percentile(single, 0.99) },
      scan: median(scans),
      batch: median(batches),
      processor: { ...processor, load: loadProcessor / people },
      mixed: { p50: median(mixed), p99: percentile(mixed, 0.99) },
      recall,
      loadRate: people / loading,
      bytes: { gallery: gallery.status().bytes / people, process: memory / people },
    };
  } finally {
    await gallery.close();
    await database.close();
  }
}

const say = (what: string) => process.stderr.write(`${what} …\n`);

/** Reports progress at every tenth. */
function tenthsOf(what: string, total: number): (done: number) => void {
  let next = 1;
  return (done) => {
    if (done * 10 < next * total) return;
    next = Math.floor((done * 10) / total) + 1;
    say(`${what}: ${Math.round((done * 100) / total)} %`);
  };
}

/** Milliseconds of searches during 50 enrolments a second. */
async function whileEnrolling(
  searcher: Searcher,
  probes: readonly Float32Array[],
  templates: Parameters<typeof createSearcher>[1],
  people: number,
  vectorOf: (person: number) => Float32Array,
): Promise<number[]> {
  let next = people;
  const enrolments: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    const person = next++;
    const sample = { id: randomUUID(), values: vectorOf(person), enrolled: new Date() };
    const change = { encoderVersion: 1, features: [sample], tags: [], thumbnails: [] };
    enrolments.push(templates.update(searcher.bcidOf(person), () => change));
  }, ENROLMENT_INTERVAL);
  const times: number[] = [];
  const end = performance.now() + MIXED_DURATION;
  for (let i = 0; performance.now() < end; i++) {
    times.push((await searcher.search([probes[i % probes.length]!])).milliseconds);
    await new Promise((resume) => setTimeout(resume, 2));
  }
  clearInterval(timer);
  await Promise.all(enrolments);
  return times;
}

/** Milliseconds of processor time of all threads since the clock was created. */
function createProcessorClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}

/** @param args arguments after the first of `npm run bench` */
export async function benchGallery(args: string[], people: string): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      people: { type: 'string', default: people },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const [load] = loadavg();
  const dir = await mkdtemp(join(tmpdir(), 'prosopon-bench-'));
  try {
    const figures = await measure(dir, Number(values.people));
    if (values.json) return console.log(JSON.stringify(figures, null, 2));
    console.log(toMarkdown(figures));
    const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}`;
    const date = new Date().toISOString().slice(0, 10);
    console.log(
      `\n${date}, Node ${process.version}, ${machine}, load before the run ${load!.toFixed(1)}.`,
    );
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
