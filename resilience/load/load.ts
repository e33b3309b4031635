/**
 * Under load, responses stay even. Beyond capacity, the surplus is refused at once, and the rest is
 * served.
 */
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { residentMegabytes } from '../../testing/process-usage.ts';
import { percentile } from '../../testing/statistics.ts';
import type { Proof } from '../proof.ts';
import { startService } from '../service.ts';
import { arrivals, type Call, capacityOf, send } from './arrivals.ts';
import { crowd, largeBodies } from './crowds.ts';

const [SECONDS, SHORT_SECONDS] = [30, 5];
const IDLE = 5000;
const SLOW = 200;
const [BODIES, BODY_BYTES] = [16, 50e6];
/** Most megabytes that the service may grow by. */
const MEMORY = 1500;
const RECOVERY_MS = 5000;

export const load: Proof = {
  name: 'load',
  promise: 'Under load responses stay even; the surplus is refused at once and the rest is served.',
  async *run({ short, done }) {
    if (done.has('load')) return;
    const { counts, broken } = await underLoad(short ? SHORT_SECONDS : SECONDS);
    yield { step: 'load', counts, broken };
  },
};

/** Long: its phases follow each other on one service, each measured against earlier ones. */
async function underLoad(seconds: number) {
  const service = await startService({ PROSOPON_WORKERS: '0', LOG_LEVEL: 'warn' });
  const broken: string[] = [];
  const promise = (holds: boolean, what: string) => {
    process.stderr.write(`${holds ? 'holds ' : 'BROKEN'} ${what}\n`);
    if (!holds) broken.push(what);
  };
  try {
    const { image, running } = service;
    goFirst();
    await service.call('/api/face/v1/enroll/1', [{ image }]);
    const call: Call = {
      url: `${running.url}/api/face/v1/verify/1`,
      headers: { ...service.headers },
      body: Buffer.from(JSON.stringify({ image })),
    };
    const sendIt = (agent: Agent, due?: number) => send(agent, call, due);
    const memory = () => residentMegabytes(running.child.pid!);
    const capacity = await capacityOf(sendIt, seconds);
    const before = memory();
    process.stderr.write(`capacity ${capacity.toFixed(1)}/s, ${before.toFixed(0)} MB\n`);

    const even = await arrivals(sendIt, 0.7 * capacity, seconds);
    const times = even.map(({ milliseconds }) => milliseconds);
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
    promise(
      even.every(({ status }) => status === 200),
      'at 70 % every call is served',
    );
    promise(p99 < 3 * p50, `at 70 % p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);

    const most = sampled(memory);
    const begun = performance.now();
    const flood = await arrivals(sendIt, 3 * capacity, seconds);
    const peak = await most();
    const answered = flood.filter(({ status }) => status === 200);
    // To the last response, because waiting calls are served after the last arrival.
    const end = Math.max(...answered.map(({ over }) => over));
    const served = (1000 * answered.length) / (end - begun);
    const refused = flood.filter(({ status }) => status !== 200);
    const slowest = percentile(
      refused.map(({ sinceSent }) => sinceSent),
      0.99,
    );
    promise(served >= 0.9 * capacity, `at three times capacity ${served.toFixed(1)}/s are served`);
    promise(
      refused.every(({ status, retryAfter }) => status === 503 && retryAfter),
      `${refused.length} refused, each with 503 and Retry-After`,
    );
    promise(refused.length > 0, 'calls are refused');
    if (refused.length > 0)
      promise(slowest <= 20, `refused within ${slowest.toFixed(1)} ms (99 %)`);
    promise(peak - before < MEMORY, `memory from ${before.toFixed(0)} to ${peak.toFixed(0)} MB`);
    const recovery = await recovered(call, 3 * p50);
    promise(recovery <= RECOVERY_MS, `recovered after ${recovery.toFixed(0)} ms`);

    const verifies = async () =>
      (await arrivals(sendIt, 0.5 * capacity, 3)).every(({ status }) => status === 200);
    const idle = await crowd(running.url, IDLE);
    promise(await verifies(), `served beside ${idle.open()} idle connections`);
    idle.leave();
    const head = `POST /api/face/v1/verify/1 HTTP/1.1\r\nhost: a\r\nauthorization: ${service.headers.authorization}\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n`;
    const slow = await crowd(running.url, SLOW, head, '{');
    promise(await verifies(), `served beside ${slow.open()} slow writers that read nothing`);
    slow.leave();
    const whole = sampled(memory);
    const statuses = await largeBodies(call, BODIES, BODY_BYTES);
    const large = await whole();
    promise(
      statuses.every((status) => status >= 400 && status <= 503 && status !== 500),
      `${BODIES} bodies of 50 MB: ${[...new Set(statuses)].join(', ')}`,
    );
    promise(large - before < MEMORY, `they take the memory to ${large.toFixed(0)} MB`);
    promise(await verifies(), 'served after them');
    return { counts: { calls: even.length + flood.length }, broken };
  } finally {
    await service.stop();
  }
}

/** Callers are on machines of their own: what they wait for must not be this one's processors. */
function goFirst(): void {
  try {
    setPriority(constants.priority.PRIORITY_HIGH);
  } catch {
    process.stderr.write(
      'the calls compete for processors with the service: only root goes first\n',
    );
  }
}

/** Milliseconds until a call is as fast as before. */
async function recovered(call: Call, fast: number): Promise<number> {
  const agent = new Agent();
  const begun = performance.now();
  for (;;) {
    const { status, sinceSent } = await send(agent, call);
    const elapsed = performance.now() - begun;
    if ((status === 200 && sinceSent <= fast) || elapsed > 10 * RECOVERY_MS) return elapsed;
    await sleep(50);
  }
}

/** The highest value until it is requested. */
function sampled(value: () => number): () => Promise<number> {
  let most = value();
  const timer = setInterval(() => {
    most = Math.max(most, value());
  }, 250);
  return async () => {
    clearInterval(timer);
    return Math.max(most, value());
  };
}
