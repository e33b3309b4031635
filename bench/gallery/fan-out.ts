/** `npm run bench -- fan-out`: how long a search over many shards takes, from the times of one. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { typicalFaces } from '../../src/faces/encoding/cohort.ts';
import { findEncoder, RECOMMENDED_ENCODER } from '../../src/faces/encoding/encoders.ts';
import { createMemoryGallery } from '../../src/gallery/memory/memory-gallery.ts';
import { percentile } from '../statistics.ts';
import { enrolPeople } from './enrolled-people.ts';
import { createSearcher } from './searcher.ts';
import { createSyntheticPeople } from './synthetic-people.ts';

const USAGE = `npm run bench -- fan-out [--people 20000] [--searches 1000]

Searches one gallery again and again, then draws from the times that were measured: a search that asks
many shards at once is as slow as the slowest of them. With a second chance, a shard that has not
answered after the time that 95 % of searches take is asked again at its replica, and the faster answer
counts. The network between them is not in the figures.`;

const PROBES = 64;
const SHARDS = [1, 10, 100, 1000];
const DRAWS = 20_000;
/** Share of the searches after which a replica is asked. */
const PATIENCE = 0.95;

async function measureShard(people: number, searches: number): Promise<readonly number[]> {
  const dir = await mkdtemp(join(tmpdir(), 'prosopon-bench-'));
  const source = {
    dataDir: dir,
    databaseUrl: undefined,
    masterKey: randomBytes(32).toString('base64'),
    keyFile: join(dir, 'unused'),
    keyFileIsDefault: false,
  } as const;
  try {
    const { dimension, vectorOf, lookOf } = createSyntheticPeople();
    const { database, templates } = await enrolPeople(source, people, vectorOf, () => undefined);
    const { calibration, cohort } = await findEncoder(RECOMMENDED_ENCODER, {
      ...source,
      modelsDir: undefined,
    });
    const gallery = createMemoryGallery({
      ...{ templates, source, dimension, encoderVersion: 1, threads: 1 },
      typicalFaces: typicalFaces(cohort!),
    });
    await gallery.ready;
    const searcher = createSearcher(gallery, templates, calibration!);
    const probes = Array.from({ length: PROBES }, (_, person) => lookOf(person));
    for (const probe of probes) await searcher.search([probe]);
    const times: number[] = [];
    for (let i = 0; i < searches; i++)
      times.push((await searcher.search([probes[i % PROBES]!])).milliseconds);
    await gallery.close();
    await database.close();
    return times;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Milliseconds of searches that end with the last of `shards` answers. */
function fanOut(times: readonly number[], shards: number, replicas: boolean): readonly number[] {
  const draw = () => times[Math.floor(Math.random() * times.length)]!;
  const patience = percentile(times, PATIENCE);
  const answer = () => {
    const first = draw();
    return replicas && first > patience ? Math.min(first, patience + draw()) : first;
  };
  return Array.from({ length: DRAWS }, () => {
    let slowest = 0;
    for (let shard = 0; shard < shards; shard++) slowest = Math.max(slowest, answer());
    return slowest;
  });
}

/** @param args those of `npm run bench` but the first */
export async function benchFanOut(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      people: { type: 'string', default: '20000' },
      searches: { type: 'string', default: '1000' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const [load] = loadavg();
  const times = await measureShard(Number(values.people), Number(values.searches));
  const row = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);
  row(['shards', 'p50, ms', 'p99', 'p99.9', 'with a second chance: p50', 'p99', 'p99.9']);
  row(['--:', '--:', '--:', '--:', '--:', '--:', '--:']);
  for (const shards of SHARDS)
    row([
      String(shards),
      ...[false, true].flatMap((replicas) => {
        const all = fanOut(times, shards, replicas);
        return [0.5, 0.99, 0.999].map((p) => percentile(all, p).toFixed(1));
      }),
    ]);
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}`;
  console.log(`\n${values.people} people a shard, ${machine}, load ${load!.toFixed(1)}.`);
}
