/** `npm run bench -- fairness`: how long one client waits while another floods the service. */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { Client } from 'undici';
import { createClient, startService } from '../evaluation/service.ts';
import { table } from '../src/cli/output.ts';
import { makePhotographs, makeVideoOf } from './photographs.ts';
import { enroll, loadWith, openCaller, verifyBody } from './requests.ts';
import { median, percentile } from './statistics.ts';

/** Calls that one client keeps the service busy with, each connection with one at a time. */
interface Flood {
  readonly name: string;
  readonly path: string;
  readonly body: Buffer;
  readonly connections: number;
}

/** Milliseconds until a flood has filled its queues, and until one that has ended is over. */
const SETTLE = 2_000;

async function floods(): Promise<readonly Flood[]> {
  const photographs = await makePhotographs();
  const small = await sharp(photographs['640×480']).resize(360).jpeg().toBuffer();
  const image = small.toString('base64');
  const images = (count: number) => Array.from({ length: count }, () => ({ image }));
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  const video = Buffer.from(await makeVideoOf(photographs['640×480'])).toString('base64');
  const large = photographs['12 MP'].toString('base64');
  return [
    {
      name: '40 enrolments of 60 images',
      path: '/api/face/v1/enroll/9',
      body: json(images(60)),
      connections: 40,
    },
    {
      name: '10 searches of 400 images',
      path: '/api/face/v1/search',
      body: json({ images: images(400) }),
      connections: 10,
    },
    {
      name: '20 verifications of 12 MP',
      path: '/api/face/v1/verify/1',
      body: json({ image: large }),
      connections: 20,
    },
    {
      name: '12 videos',
      path: '/api/v1/videolivenessdetection',
      body: json({ video }),
      connections: 12,
    },
  ];
}

/** Floods until it is stopped; the statuses that were answered, and how often. */
function flood(address: string, token: string, { path, body, connections }: Flood) {
  const over = new AbortController();
  const { signal } = over;
  const answers = new Map<number, number>();
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'transaction-id': 'flood',
  };
  const lane = async () => {
    const client = new Client(address);
    while (!signal.aborted)
      try {
        const { statusCode, body: answer } = await client.request({
          ...{ method: 'POST', path, headers, body, signal },
        });
        await answer.dump();
        answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1);
        // Whoever is refused comes again at once, but not in a loop that measures nothing else.
        if (statusCode !== 200) await sleep(100);
      } catch {
        await sleep(10);
      }
    await client.destroy();
  };
  const lanes = Promise.all(Array.from({ length: connections }, lane));
  return {
    answers,
    async stop() {
      over.abort();
      await lanes;
    },
  };
}

/** Prints how long verifications of one client take alone, and during each flood of another. */
export async function benchFairness(argv: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...argv],
    options: { calls: { type: 'string', default: '200' } },
  });
  const calls = Number(values.calls);
  const dataDir = await mkdtemp(join(tmpdir(), 'prosopon-fairness-'));
  try {
    const { token } = await createClient(dataDir, 'bench');
    const { token: hostile } = await createClient(dataDir, 'flood');
    const service = await startService(dataDir, availableParallelism());
    const target = { address: service.address, token };
    const jpeg = (await makePhotographs())['640×480'];
    await enroll(target, jpeg);
    await enroll({ ...target, token: hostile }, jpeg);
    const caller = openCaller(target);
    const body = verifyBody(jpeg);
    const verify = async () => (await loadWith([caller], body, (done) => done >= calls)).latencies;
    const rows: string[][] = [];
    await verify();
    for (const each of await floods()) {
      const alone = await verify();
      const running = flood(service.address, hostile, each);
      await sleep(SETTLE);
      const during = await verify();
      await running.stop();
      await sleep(SETTLE);
      const answers = [...running.answers].map(([status, count]) => `${count} × ${status}`);
      rows.push([each.name, ...figures(alone, during), answers.join(', ')]);
    }
    await caller.close();
    await service.stop();
    const columns = ['flood', 'alone p50 ms', 'p99', 'during p50', 'p99', 'p99 ratio', 'answered'];
    console.log(table(columns, rows));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function figures(alone: readonly number[], during: readonly number[]): string[] {
  const [before, after] = [percentile(alone, 0.99), percentile(during, 0.99)];
  const milliseconds = [median(alone), before, median(during), after];
  return [...milliseconds.map((value) => value.toFixed(0)), (after / before).toFixed(2)];
}
