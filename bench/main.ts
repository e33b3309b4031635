/** `npm run bench`: all figures of speed, start and memory in one run and one table. */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient, startService } from '../testing/service-process.ts';
import { startChild } from './child.ts';
import { measureGrpc } from './measure-grpc.ts';
import { measureLatency } from './measure-latency.ts';
import { measureLiveness } from './measure-liveness.ts';
import { measureMemory } from './measure-memory.ts';
import { measureQuality } from './measure-quality.ts';
import { measureStarts } from './measure-start.ts';
import { measureThroughput } from './measure-throughput.ts';
import { measureTokens } from './measure-tokens.ts';
import { makePhotographs } from './photographs.ts';
import { enroll } from './requests.ts';
import type { StageTimes } from './stages.ts';
import { type Measurements, rowsOf, toMarkdown } from './table.ts';

const USAGE = `npm run bench -- [--quick] [--json]
npm run bench -- --compare BASE [--quick]  this checkout and the commit BASE in turns, as ratios;
                                    exit status 3 where a verification takes 15 % more processor time,
                                    4 where BASE does not run
npm run bench -- gallery --help     one-to-many search
npm run bench -- growth --help      what each operation costs with more people
npm run bench -- writers            tags set by 32 callers at once, on SQLite and PostgreSQL

  --quick  a tenth of the work: to see that it runs, not to quote
  --json   rows and machine as JSON instead of Markdown

Figures measured side by side in one run are comparable; those of two runs are not. Nothing else
should run meanwhile.`;

/** Exit statuses: a verification became slower; the other commit does not run. */
const LOSS = 3;
const NO_BASE = 4;
const FULL = { passes: 40, rounds: 7, duration: 1500, laterStarts: 3, verifications: 1000 };
const COMPARISON = { rounds: 20, verifications: 20 };
const QUICK_COMPARISON = { rounds: 8, verifications: 10 };
const QUICK = { passes: 6, rounds: 2, duration: 600, laterStarts: 1, verifications: 100 };

async function measure(dataDir: string, extent: typeof FULL): Promise<Measurements> {
  const say = (what: string) => process.stderr.write(`${what} …\n`);
  say('photographs');
  const photographs = await makePhotographs();
  const small = photographs['640×480'];

  say('starts');
  const starts = await measureStarts(dataDir, extent.laterStarts);
  const credentials = await createClient(dataDir);
  const { token } = credentials;
  const one = await startService(dataDir, 1);
  const two = await startService(dataDir, 2);
  const target = { address: two.address, token };
  await enroll(target, photographs['1200×1600']);

  say('stages, and verification by one client');
  const bare = await startChild<Uint8Array, StageTimes>('./bare-stages.ts', [dataDir]);
  const latency = await measureLatency(bare, target, photographs, extent.passes);
  bare.stop();

  say('verification over gRPC and over HTTP');
  const protocols = await measureGrpc(target, two.grpcAddress, small, extent.passes);

  say('throughput of one worker, two workers and human');
  const { rounds, duration } = extent;
  const options = { token, jpeg: small, rounds, duration };
  const throughput = await measureThroughput({ one, two }, options);

  say('task tokens');
  // Shorter, because a client may make 120 000 calls a minute.
  const tokens = await measureTokens(two.address, credentials, { rounds, duration: duration / 3 });
  await Promise.all([one.stop(), two.stop()]);

  say('liveness');
  const liveness = await measureLiveness(dataDir, small, extent.passes);
  if (liveness === undefined) say('  skipped: its models are not installed, see PROSOPON_MODELS');

  say('quality');
  const quality = await measureQuality(dataDir, photographs['12 MP'], extent.passes);

  say('memory');
  const memory = await measureMemory(dataDir, token, small, extent.verifications);
  const cores = availableParallelism();
  return { latency, protocols, throughput, tokens, liveness, quality, starts, memory, cores };
}

async function printTable(
  { quick, json }: { readonly quick: boolean; readonly json: boolean },
  dataDir: string,
): Promise<void> {
  const machine = {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    node: process.version,
    load: Number(loadavg()[0]?.toFixed(1)),
    date: new Date().toISOString().slice(0, 10),
  };
  const rows = rowsOf(await measure(dataDir, quick ? QUICK : FULL));
  if (json) console.log(JSON.stringify({ machine, rows }, null, 2));
  else {
    console.log(toMarkdown(rows));
    const { processor, cores, node, load, date } = machine;
    console.log(`\n${date}, Node ${node}, ${cores} × ${processor}, load before the run ${load}.`);
  }
}

/** Gallery benches by first argument, with their number of enrolled people. */
const GALLERIES: Readonly<Record<string, string>> = { gallery: '100000', million: '1000000' };

const [first = '', ...others] = process.argv.slice(2);
const people = GALLERIES[first];
if (people !== undefined) {
  await (await import('./gallery/main.ts')).benchGallery(others, people);
  process.exit();
}
if (first === 'growth') {
  await (await import('./gallery/growth.ts')).benchGrowth(others);
  process.exit();
}
if (first === 'writers') {
  await (await import('./writers.ts')).benchWriters();
  process.exit();
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    compare: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const dataDir = await mkdtemp(join(tmpdir(), 'prosopon-bench-'));
try {
  if (values.compare !== undefined) {
    const extent = values.quick ? QUICK_COMPARISON : COMPARISON;
    const { BaseUnusable, compareCommits } = await import('./compare.ts');
    try {
      process.exitCode = (await compareCommits(values.compare, dataDir, extent)) ? 0 : LOSS;
    } catch (error) {
      if (!(error instanceof BaseUnusable)) throw error;
      console.error(error.message);
      process.exitCode = NO_BASE;
    }
  } else await printTable(values, dataDir);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
