/** `npm run bench -- cluster-faults`: kills and restarts nodes of a cluster during enrolments. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Unavailable } from '../../src/errors.ts';
import { typicalFaces } from '../../src/faces/encoding/cohort.ts';
import { findEncoder } from '../../src/faces/encoding/encoders.ts';
import { createDatabaseGallery } from '../../src/gallery/database/database-gallery.ts';
import type { Gallery } from '../../src/gallery/gallery.ts';
import { createMemoryGallery } from '../../src/gallery/memory/memory-gallery.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { verifyRows } from '../../src/sealing/verify-rows.ts';
import { distribute } from '../../src/storage/distribution/distribute.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { createTemplateStore, type TemplateStore } from '../../src/templates/store.ts';
import { TemplateCorrupted } from '../../src/templates/template.ts';
import { type ClusterNode, openCluster } from './cluster-nodes.ts';
import { PARTITION, STORAGE } from './enrolled-people.ts';
import { createSearcher, type Searcher } from './searcher.ts';
import { createSyntheticPeople } from './synthetic-people.ts';

const USAGE = `npm run bench -- cluster-faults --database-url postgres://… [--people 10000] [--away 8]

Enrols people who do not exist, eight at a time, and searches for them, in memory and in the database,
while workers and coordinator are killed, one by one, for --away seconds, and a new node takes over
shards of the others. Then compares what was acknowledged with what is stored and with what the
galleries find. The cluster has to run on this machine; the script uses a schema of its own there,
and has to be run as root or as the owner of the servers' files.`;

const WRITERS = 8;
const SHARDS = 16;
const THUMBNAIL = 5_000;
/** People to search for, while nodes are down and at the end. */
const SOUGHT = 200;
/** Milliseconds to wait before a retry. */
const PATIENCE = 200;
const CHUNK = 100;

const synthetic = createSyntheticPeople();
const say = (what: string) => console.log(what);

/** Outcomes of calls. */
class Tally {
  done = 0;
  unavailable = 0;
  /** Searches that missed the person. */
  wrong = 0;
  readonly failures: unknown[] = [];

  async count(work: () => Promise<boolean>): Promise<boolean> {
    try {
      if (await work()) this.done++;
      else this.wrong++;
      return true;
    } catch (error) {
      if (error instanceof Unavailable) this.unavailable++;
      else this.failures.push(error);
      await sleep(PATIENCE);
      return false;
    }
  }

  toString(): string {
    const { done, unavailable, wrong, failures } = this;
    const kinds = new Set(failures.map((error) => `${(error as Error).message}`.slice(0, 120)));
    const others = failures.length === 0 ? '' : `: ${[...kinds].join('; ')}`;
    return `${done} done, ${unavailable} × 503, ${wrong} wrong, ${failures.length} other errors${others}`;
  }
}

async function enrol(templates: TemplateStore, person: number): Promise<void> {
  const sample = { id: randomUUID(), values: synthetic.vectorOf(person), enrolled: new Date() };
  const png = randomBytes(THUMBNAIL);
  await templates.update(bcidOf(person), () => ({
    ...{ encoderVersion: 1, features: [sample], tags: [] },
    thumbnails: [{ featureId: sample.id, enrolled: sample.enrolled, png }],
  }));
}

const bcidOf = (person: number) => ({
  ...{ storage: STORAGE, partition: PARTITION },
  classId: BigInt(person + 1),
});

const finds = async ({ search }: Searcher, person: number): Promise<boolean> =>
  (await search([synthetic.vectorOf(person)])).people[0]![0] === person;

type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** Troubles of the cluster, each at a share of the enrolments. */
function troubles(cluster: Cluster, away: number, onAdded: (node: ClusterNode) => void) {
  const [first, second] = cluster.workers;
  let added: ClusterNode | undefined;
  const kill = (node: () => ClusterNode) => async () => {
    say(`  ${node().name} is killed`);
    await node().killFor(away);
  };
  return [
    { at: 0.1, befall: kill(() => first!) },
    { at: 0.25, befall: kill(() => second!) },
    { at: 0.4, befall: kill(() => cluster.coordinator) },
    {
      at: 0.5,
      async befall() {
        added = await cluster.addNode(first!);
        onAdded(added);
        const mode = await rebalance(cluster);
        say(`  a node is added, shards move to it (citus_rebalance_start, ${mode})`);
      },
    },
    { at: 0.7, befall: kill(() => first!) },
    { at: 0.85, befall: kill(() => added!) },
  ];
}

/** Without `wal_level = logical`, moving a shard blocks its writers. */
async function rebalance({ onCoordinator }: Cluster): Promise<string> {
  const [{ level }] = await onCoordinator(`select current_setting('wal_level') as level`);
  const mode = level === 'logical' ? 'force_logical' : 'block_writes';
  await onCoordinator(`select citus_rebalance_start(shard_transfer_mode => '${mode}')`);
  await onCoordinator('select citus_rebalance_wait()');
  return mode;
}

async function measure(databaseUrl: string, people: number, away: number, dataDir: string) {
  const cluster = await openCluster(databaseUrl);
  const schema = `faults_${randomUUID().replaceAll('-', '')}`;
  await cluster.onCoordinator(`create schema ${schema}`);
  const url = new URL(databaseUrl);
  url.searchParams.set('options', `-c search_path=${schema},public`);
  const source = {
    ...{ dataDir, databaseUrl: url.href, keyFile: join(dataDir, 'unused') },
    ...{ keyFileIsDefault: false as const, masterKey: randomBytes(32).toString('base64') },
  };
  const database = await openDatabase(source);
  const coordinator = `127.0.0.1:${cluster.coordinator.port}`;
  await distribute(database, { by: 'class', coordinator, workers: [], shards: SHARDS });
  const keyRing = await openKeyRing(source, database);
  const templates = createTemplateStore(database, keyRing);
  const { calibration, cohort } = await findEncoder(undefined, { dataDir, modelsDir: undefined });
  const parts = {
    ...{ database, keyRing, templates, encoderVersion: 1, dimension: synthetic.dimension },
    typicalFaces: typicalFaces(cohort!),
  };
  const openMemory = () => createMemoryGallery({ ...parts, threads: availableParallelism() });
  const memory = openMemory();
  const vectors = createDatabaseGallery({ ...parts, index: 'exact' });
  const galleries: Gallery[] = [memory, vectors];
  let added: ClusterNode | undefined;
  try {
    await Promise.all(galleries.map(({ ready }) => ready));
    const searcherOf = (gallery: Gallery) => createSearcher(gallery, templates, calibration!);
    const acknowledged: number[] = [];
    const enrolments = new Tally();
    let next = 0;
    const writer = async () => {
      while (acknowledged.length < people) {
        const person = next++;
        await enrolments.count(async () => {
          await enrol(templates, person);
          return acknowledged.push(person) > 0;
        });
      }
    };
    const searches = { memory: new Tally(), database: new Tally() };
    let going = true;
    const searching = async (tally: Tally, gallery: Gallery) => {
      for (let i = 0; going; i++) {
        const sought = Math.min(SOUGHT, people / 20);
        if (acknowledged.length > sought)
          await tally.count(() => finds(searcherOf(gallery), acknowledged[i % sought]!));
        await sleep(20);
      }
    };
    const misfortune = async () => {
      for (const { at, befall } of troubles(cluster, away, (node) => (added = node))) {
        while (acknowledged.length < at * people) await sleep(50);
        const before = [enrolments.done, enrolments.unavailable];
        await befall();
        const [done, refused] = [enrolments.done - before[0]!, enrolments.unavailable - before[1]!];
        say(`    until all was well: ${done} enrolments done, ${refused} × 503`);
      }
    };
    const started = performance.now();
    const searchers = [searching(searches.memory, memory), searching(searches.database, vectors)];
    await Promise.all([misfortune(), ...Array.from({ length: WRITERS }, writer)]);
    const seconds = (performance.now() - started) / 1000;
    going = false;
    await Promise.all(searchers);
    say(`enrolments: ${enrolments}, in ${seconds.toFixed(0)} s`);
    say(`searches in memory: ${searches.memory}`);
    say(`searches in the database: ${searches.database}`);

    await cluster.onCoordinator('select recover_prepared_transactions()');
    const stored = await storedPeople(templates);
    const missing = acknowledged.filter((person) => !stored.has(person));
    const { faults } = await verifyRows(database, keyRing.derive);
    say(`acknowledged ${acknowledged.length}, stored ${stored.size}, missing ${missing.length}`);
    say(`records that failed their check: ${faults.length}`);
    galleries.push(openMemory());
    const titles = ['memory', 'the database', 'memory, loaded anew'];
    for (const [i, gallery] of galleries.entries()) {
      const found = await comparedWith(stored, gallery, searcherOf(gallery));
      say(`the gallery in ${titles[i]}: ${found}`);
    }
  } finally {
    await Promise.allSettled(galleries.map((gallery) => gallery.close()));
    await database.close();
    await cluster.onCoordinator(`drop schema ${schema} cascade`);
    if (added !== undefined) await cluster.removeNode(added);
  }
}

async function storedPeople(templates: TemplateStore): Promise<ReadonlySet<number>> {
  const people = new Set<number>();
  for await (const batch of templates.scan({}))
    for (const { template } of batch)
      if (!(template instanceof TemplateCorrupted)) people.add(Number(template.bcid.classId) - 1);
  return people;
}

async function comparedWith(
  stored: ReadonlySet<number>,
  gallery: Gallery,
  searcher: Searcher,
): Promise<string> {
  await gallery.ready;
  const deadline = performance.now() + 60_000;
  while (gallery.status().classes !== stored.size && performance.now() < deadline) await sleep(200);
  const every = Math.ceil(stored.size / SOUGHT);
  const sought = [...stored].filter((_, i) => i % every === 0);
  let found = 0;
  for (let from = 0; from < sought.length; from += CHUNK)
    for (const person of sought.slice(from, from + CHUNK))
      if (await finds(searcher, person)) found++;
  return `${gallery.status().classes} people, ${found} of ${sought.length} found`;
}

/** @param args arguments after the first of `npm run bench` */
export async function benchClusterFaults(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      people: { type: 'string', default: '10000' },
      away: { type: 'string', default: '8' },
      'database-url': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const url = values['database-url'];
  if (values.help || url === undefined) return console.log(USAGE);
  const dir = await mkdtemp(join(tmpdir(), 'prosopon-bench-'));
  try {
    await measure(url, Number(values.people), Number(values.away) * 1000, dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
