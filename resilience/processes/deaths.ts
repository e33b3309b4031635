/** Deaths under load: of one process, and of what all of them need. */
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../testing/statistics.ts';
import { arrivals } from '../load/arrivals.ts';
import { becomes } from '../service.ts';
import type { Fleet } from './fleet.ts';
import type { Sent, Traffic } from './traffic.ts';

/** Seconds in which a process is ready again. PgBouncer tries a lost server every 15 s. */
const PATIENCE = 60;
/** Milliseconds in which every call has its answer. */
const ANSWERED = 45_000;
/** Seconds under load: before, while something is away, and after. */
const PART = 2;

/** What callers saw. */
interface Report {
  readonly calls: number;
  /** Broken promises, in words. */
  readonly broken: readonly string[];
  readonly figures: string;
}

/** Kills a process, and starts another. */
export async function killOne(
  fleet: Fleet,
  traffic: Traffic,
  rate: number,
  seconds: number,
): Promise<Report> {
  const [victim] = fleet.services;
  const running = arrivals(traffic.send, rate, seconds);
  await sleep(500 * seconds);
  await fleet.kill(victim!);
  const died = performance.now();
  const next = await fleet.add();
  const replaced = ((performance.now() - died) / 1000).toFixed(1);
  traffic.route(next);
  const calls = await running;
  const ofVictim = calls.filter(({ to }) => to === victim);
  const others = calls.filter(({ to }) => to !== victim);
  const lost = ofVictim.filter(({ status }) => status !== 200).length;
  const changes = ofVictim.filter(
    ({ kind, status }) => status === 200 && (kind === 'enrol' || kind === 'delete'),
  ).length;
  const figures = [
    `one of ${fleet.services.length} killed after ${changes} changes`,
    `${lost} of ${calls.length} calls lost with it`,
    `${refusals(others).length} at the others, ${timesOf(others)}`,
    `replaced in ${replaced} s`,
  ].join('; ');
  return { calls: calls.length, broken: refusals(others), figures };
}

interface Part {
  stop(): Promise<void> | void;
  start(): Promise<void> | void;
}

/** Takes a part away from all processes, and brings it back. */
export async function without(
  part: Part,
  fleet: Fleet,
  traffic: Traffic,
  rate: number,
): Promise<Report> {
  const broken: string[] = [];
  const ready = async () => {
    const answers = await Promise.all(fleet.services.map((one) => one.readyz()));
    return answers.filter(({ status }) => status === 200).length;
  };
  const running = arrivals(traffic.send, rate, 3 * PART);
  await sleep(1000 * PART);
  await part.stop();
  const wrong = await ready();
  if (wrong > 0) broken.push(`${wrong} processes say that they are ready`);
  await sleep(1000 * PART);
  await part.start();
  const back = performance.now();
  if (!(await becomes(PATIENCE, async () => (await ready()) === fleet.services.length)))
    broken.push('not ready afterwards');
  const recovery = ((performance.now() - back) / 1000).toFixed(1);
  const calls = await running;
  const refused = calls.filter(({ status }) => status === 503);
  broken.push(...refusals(calls.filter(({ status }) => status !== 503)));
  const slowest = Math.max(...calls.map(({ milliseconds }) => milliseconds));
  if (slowest > ANSWERED) broken.push(`answered after ${slowest.toFixed(0)} ms`);
  const figures = [
    `${refused.length} of ${calls.length} calls refused`,
    `the slowest answer after ${(slowest / 1000).toFixed(1)} s`,
    `ready again after ${recovery} s`,
  ].join(', ');
  return { calls: calls.length, broken, figures };
}

/** Calls that were not served, in words. */
export const refusals = (calls: readonly Sent[]): readonly string[] =>
  calls
    .filter(({ status }) => status !== 200)
    .map(({ kind, status, text }) => `${kind} answered ${status} ${text.slice(0, 200)}`);

export function timesOf(calls: readonly Sent[]): string {
  const times = calls.map(({ milliseconds }) => milliseconds);
  return `p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`;
}
