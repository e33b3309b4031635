/** `npm run bench -- growth`: what each operation costs as the number of people grows. */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import type { Bcid } from '../../src/bcid.ts';
import { typicalFaces } from '../../src/faces/encoding/cohort.ts';
import { findEncoder, RECOMMENDED_ENCODER } from '../../src/faces/encoding/encoders.ts';
import { residentMegabytes } from '../../testing/process-usage.ts';
import { startService } from '../../testing/service-process.ts';
import { median } from '../../testing/statistics.ts';
import { type BenchSource, enrolPeople, PARTITION, STORAGE } from './enrolled-people.ts';
import { createSyntheticPeople } from './synthetic-people.ts';

const USAGE = `npm run bench -- growth [--people 1000,10000,100000,1000000]

For each number of people who do not exist, in a temporary SQLite database: size, start, memory, and
the time of an enrolment, a read, a change of tags, a deletion, a backup and a restore. PROSOPON_MODELS
has to name the recommended models. Ten gigabytes of disk for a million people. Nothing else should
run meanwhile.`;

const PROGRAM = fileURLToPath(new URL('../../bin/prosopon', import.meta.url));
const run = promisify(execFile);

/** People on whom each operation is timed. */
const TIMED = 300;
/** Milliseconds until a service has returned its start-up memory. */
const SETTLING = 5000;

interface Growth {
  readonly people: number;
  /** Megabytes (10⁶ bytes) of the database's files, of the service and of the backup. */
  readonly megabytes: { readonly database: number; readonly service: number; backup: number };
  /** Milliseconds until the service is ready. */
  readonly ready: number;
  /** Median milliseconds, the wait for the disk included. */
  readonly operations: Readonly<Record<Operation, number>>;
  /** Seconds. */
  readonly backup: number;
  readonly restore: number;
}

type Operation = 'enrol' | 'read' | 'tag' | 'delete';

async function measureGrowth(dir: string, people: number): Promise<Growth> {
  const dataDir = join(dir, 'data');
  const masterKey = randomBytes(32).toString('base64');
  process.env.PROSOPON_MASTER_KEY = masterKey;
  // Makes the database, converts the networks and gives the encoder its version.
  await (await startService(dataDir, 2)).stop();

  const synthetic = createSyntheticPeople();
  await requireServedEncoder(dataDir, synthetic.dimension);
  const source: BenchSource = {
    dataDir,
    databaseUrl: undefined,
    masterKey,
    keyFile: join(dataDir, 'unused'),
    keyFileIsDefault: false,
  };
  say(`enrolling ${people} people`);
  const { database, templates } = await enrolPeople(
    source,
    people,
    synthetic.vectorOf,
    () => undefined,
  );
  const size = await megabytesOf(dataDir, 'prosopon.db');
  say('operations');
  const sample = (person: number) => ({
    encoderVersion: 1,
    features: [{ id: randomUUID(), values: synthetic.vectorOf(person), enrolled: new Date() }],
    tags: [],
    thumbnails: [],
  });
  const step = Math.max(1, Math.floor(people / TIMED));
  const operations = {
    read: await timed((i) => templates.read(bcidOf((i * step) % people))),
    tag: await timed((i) => templates.setTags(bcidOf((i * step) % people), ['staff'])),
    enrol: await timed((i) => templates.update(bcidOf(people + i), () => sample(people + i))),
    delete: await timed((i) => templates.delete(bcidOf(people + i))),
  };
  await database.close();

  say('start');
  const service = await startService(dataDir, 2);
  await sleep(SETTLING);
  const resident = residentMegabytes(service.pid);
  await service.stop();

  say('backup and restore');
  const file = join(dir, 'all.backup');
  const backup = await seconds(dataDir, 'backup', file);
  const restored = join(dir, 'restored');
  await mkdir(restored);
  const restore = await seconds(restored, 'restore', file);
  const megabytes = {
    database: size,
    service: resident,
    backup: (await stat(file)).size / 1e6,
  };
  return { people, megabytes, ready: service.readyMs, operations, backup, restore };
}

/** The service would leave people of another encoder out, and be ready sooner. */
async function requireServedEncoder(dataDir: string, dimension: number): Promise<void> {
  const modelsDir = process.env.PROSOPON_MODELS;
  const { definition, cohort } = await findEncoder(undefined, { dataDir, modelsDir });
  if (typicalFaces(cohort!)[0]!.length !== dimension)
    throw new Error(
      `name the models of ${RECOMMENDED_ENCODER} in PROSOPON_MODELS: the service runs ${definition.name}`,
    );
}

const bcidOf = (person: number): Bcid => ({
  storage: STORAGE,
  partition: PARTITION,
  classId: BigInt(person + 1),
});

/** Median milliseconds of `TIMED` calls, one after the other. */
async function timed(call: (index: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < TIMED; i++) {
    const started = performance.now();
    await call(i);
    times.push(performance.now() - started);
  }
  return median(times);
}

/** Seconds that a command takes. */
async function seconds(dataDir: string, ...command: string[]): Promise<number> {
  const started = performance.now();
  await run(process.execPath, [PROGRAM, ...command], {
    env: { ...process.env, PROSOPON_DATA: dataDir },
  });
  return (performance.now() - started) / 1000;
}

async function megabytesOf(dir: string, prefix: string): Promise<number> {
  const names = (await readdir(dir)).filter((name) => name.startsWith(prefix));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(dir, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
}

const say = (what: string) => process.stderr.write(`${what} …\n`);

function toMarkdown(curve: readonly Growth[]): string {
  const rows: [string, (at: Growth) => string][] = [
    ['database, MB', ({ megabytes }) => megabytes.database.toFixed(0)],
    ['enrolment, ms', ({ operations }) => operations.enrol.toFixed(2)],
    ['template read, ms', ({ operations }) => operations.read.toFixed(2)],
    ['tags changed, ms', ({ operations }) => operations.tag.toFixed(2)],
    ['deletion, ms', ({ operations }) => operations.delete.toFixed(2)],
    ['ready, s', ({ ready }) => (ready / 1000).toFixed(1)],
    ['service and two workers, MB', ({ megabytes }) => megabytes.service.toFixed(0)],
    [
      'backup, s; MB',
      ({ backup, megabytes }) => `${backup.toFixed(1)}; ${megabytes.backup.toFixed(0)}`,
    ],
    ['restore with all checks, s', ({ restore }) => restore.toFixed(1)],
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line([
      'people',
      ...curve.map(({ people }) => people.toLocaleString('en').replaceAll(',', ' ')),
    ]),
    line(['---', ...curve.map(() => '--:')]),
    ...rows.map(([name, cell]) => line([name, ...curve.map(cell)])),
  ].join('\n');
}

/** @param args arguments after `growth` */
export async function benchGrowth(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      people: { type: 'string', default: '1000,10000,100000,1000000' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const [load] = loadavg();
  const curve: Growth[] = [];
  for (const people of values.people.split(',').map(Number)) {
    const dir = await mkdtemp(join(tmpdir(), 'prosopon-bench-'));
    try {
      curve.push(await measureGrowth(dir, people));
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  }
  console.log(toMarkdown(curve));
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}`;
  const date = new Date().toISOString().slice(0, 10);
  console.log(
    `\n${date}, Node ${process.version}, ${machine}, load before the run ${load!.toFixed(1)}.`,
  );
}
