/** Throughput of one worker, two workers and @vladmandic/human, in turns on the same photograph. */

import { processorSeconds } from '../testing/process-usage.ts';
import type { Service } from '../testing/service-process.ts';
import { type Child, startChild } from './child.ts';
import type { HumanQuestion, HumanRun } from './human-pipeline.ts';
import { type Caller, loadWith, openCaller, verifyBody } from './requests.ts';

/** One figure per round for each contender. */
export interface Throughput {
  /** Verifications per second. */
  readonly oneWorker: readonly number[];
  readonly twoWorkers: readonly number[];
  readonly oneHuman: readonly number[];
  readonly twoHumans: readonly number[];
  /** Milliseconds of every verification with two workers. */
  readonly latencies: readonly number[];
  /** Milliseconds of processor time per verification, of all threads of the whole service. */
  readonly processor: readonly number[];
  readonly humanProcessor: readonly number[];
}

export const CALLERS = 8;

export interface ThroughputOptions {
  readonly token: string;
  readonly jpeg: Uint8Array;
  readonly rounds: number;
  /** Milliseconds of each of the four loads of a round. */
  readonly duration: number;
}

/** Loads the services and the two human processes in order, round by round. */
export async function measureThroughput(
  services: { readonly one: Service; readonly two: Service },
  { token, jpeg, rounds, duration }: ThroughputOptions,
): Promise<Throughput> {
  const body = verifyBody(jpeg);
  const open = ({ address }: Service) =>
    Array.from({ length: CALLERS }, () => openCaller({ address, token }));
  const callers = { one: open(services.one), two: open(services.two) };
  const load = (those: readonly Caller[]) => loadWith(those, body, (_, t) => t >= duration);

  const question: HumanQuestion = { jpeg, milliseconds: duration };
  const humans: Child<HumanQuestion, HumanRun>[] = [];
  for (let i = 0; i < 2; i++) humans.push(await startChild('./human-pipeline.ts'));
  const [human] = humans as [Child<HumanQuestion, HumanRun>];
  for (const each of humans) await each.ask({ jpeg, milliseconds: 1 });
  for (const those of [callers.one, callers.two]) await load(those);

  const result = {
    oneWorker: [] as number[],
    twoWorkers: [] as number[],
    oneHuman: [] as number[],
    twoHumans: [] as number[],
    latencies: [] as number[],
    processor: [] as number[],
    humanProcessor: [] as number[],
  };
  for (let round = 0; round < rounds; round++) {
    result.oneWorker.push((await load(callers.one)).perSecond);

    const before = processorSeconds(services.two.pid);
    const { latencies, perSecond } = await load(callers.two);
    const used = processorSeconds(services.two.pid) - before;
    result.twoWorkers.push(perSecond);
    result.latencies.push(...latencies);
    result.processor.push((used * 1000) / latencies.length);

    const alone = await human.ask(question);
    result.oneHuman.push(alone.perSecond);
    result.humanProcessor.push(alone.processorMs);
    const both = await Promise.all(humans.map((each) => each.ask(question)));
    result.twoHumans.push(both.reduce((sum, run) => sum + run.perSecond, 0));
  }
  for (const each of humans) each.stop();
  await Promise.all([...callers.one, ...callers.two].map((caller) => caller.close()));
  return result;
}
