/** The table: one row per figure, with its goal. */

import { median, medianRatio, percentile } from '../testing/statistics.ts';
import type { ProtocolLatency } from './measure-grpc.ts';
import type { Latency } from './measure-latency.ts';
import { CALLS, type LivenessSpeed } from './measure-liveness.ts';
import type { Memory } from './measure-memory.ts';
import type { QualitySpeed } from './measure-quality.ts';
import type { StartTimes } from './measure-start.ts';
import { CALLERS, type Throughput } from './measure-throughput.ts';
import type { TokenRate } from './measure-tokens.ts';
import { SIZES, type SizeName } from './photographs.ts';
import { STAGES, sumOf } from './stages.ts';

export interface Measurements {
  readonly latency: Readonly<Record<SizeName, Latency>>;
  readonly throughput: Throughput;
  readonly protocols: ProtocolLatency;
  readonly tokens: TokenRate;
  /** Undefined: its models are not installed. */
  readonly liveness: LivenessSpeed | undefined;
  readonly quality: QualitySpeed;
  readonly starts: StartTimes;
  readonly memory: Memory;
  readonly cores: number;
}

export interface Row {
  readonly figure: string;
  readonly unit: string;
  /** One value for each size of photograph, or a single one. */
  readonly values: readonly number[];
  /** Goal of the first value. */
  readonly goal?: { readonly text: string; readonly reached: boolean };
}

const atMost = (limit: number, value: number) => ({ text: `≤ ${limit}`, reached: value <= limit });
const atLeast = (limit: number, value: number) => ({ text: `≥ ${limit}`, reached: value >= limit });

/** Growth in megabytes over 1000 verifications that still counts as flat. */
const FLAT = 20;

export function rowsOf(measurements: Measurements): Row[] {
  const { latency, protocols, throughput, tokens, liveness, quality, starts, memory, cores } =
    measurements;
  const grade = median(quality.grade);
  const bySize = (figure: string, unit: string, value: (of: Latency) => number): Row => ({
    figure,
    unit,
    values: SIZES.map(({ name }) => value(latency[name])),
  });
  const stages = STAGES.map((stage) =>
    bySize(stage, 'ms', ({ bare }) => median(bare.map((times) => times[stage]))),
  );
  const encode = stages.at(-1)!;
  const sum = bySize('sum of the stages', 'ms', ({ bare }) => median(bare.map(sumOf)));
  const verify = bySize('verify over HTTP, 1 client: p50', 'ms', ({ http }) => median(http));
  const overhead = bySize('verify ÷ sum of the stages', '×', ({ http, bare }) =>
    medianRatio(http, bare.map(sumOf)),
  );
  const { oneWorker, twoWorkers, oneHuman, twoHumans, latencies } = throughput;
  const rate = median(twoWorkers);
  const scaling = medianRatio(twoWorkers, oneWorker);
  const bothCores = medianRatio(twoWorkers, oneHuman);
  const twoProcesses = medianRatio(twoWorkers, twoHumans);
  const oneThread = medianRatio(oneWorker, oneHuman);
  const beyondHttp = median(protocols.grpc.map((time, i) => time - protocols.http[i]!));
  const slowest = percentile(latencies, 0.99) / median(latencies);
  const freeCores = medianRatio(twoHumans, oneHuman);
  const load = `verify over HTTP, ${CALLERS} clients, two workers`;
  return [
    ...stages.slice(0, -1),
    { ...encode, goal: atMost(9, encode.values[0]!) },
    { ...sum, goal: atMost(28, sum.values[0]!) },
    {
      ...verify,
      goal: {
        text: '1200×1600 ≤ 60, 12 MP ≤ 90',
        reached: verify.values[1]! <= 60 && verify.values[2]! <= 90,
      },
    },
    bySize('verify over HTTP, 1 client: p99', 'ms', ({ http }) => percentile(http, 0.99)),
    { ...overhead, goal: atMost(1.2, overhead.values[0]!) },
    one(`${load}: p50`, 'ms', median(latencies)),
    one(`${load}: p99`, 'ms', percentile(latencies, 0.99)),
    one(`${load}: p99 ÷ p50`, '×', slowest, atMost(1.5, slowest)),
    one(`${load}: rate`, '/s', rate),
    one(`${load}: rate a core`, '/s', rate / Math.min(2, cores)),
    one('processor time a verification', 'ms', median(throughput.processor)),
    one('one worker, 8 clients: rate', '/s', median(oneWorker)),
    one('two workers ÷ one', '×', scaling, {
      text: '≥ 0.95 of two human ÷ one',
      reached: scaling >= 0.95 * freeCores,
    }),
    one('human, one process: rate', '/s', median(oneHuman)),
    one('human, two processes: rate', '/s', median(twoHumans)),
    one('human, two ÷ one: cores that were free', '×', freeCores),
    one('human: processor time an image', 'ms', median(throughput.humanProcessor)),
    one('one worker ÷ one human process', '×', oneThread, atLeast(4.5, oneThread)),
    one('two workers ÷ one human process', '×', bothCores),
    one('two workers ÷ two human processes', '×', twoProcesses),
    one('verify, gRPC − HTTP, pairwise', 'ms', beyondHttp, atMost(3, beyondHttp)),
    one('task tokens issued', '/s', median(tokens.tokens), atLeast(1500, median(tokens.tokens))),
    one('the same ÷ plain answers', '×', medianRatio(tokens.tokens, tokens.plain)),
    ...(liveness === undefined ? [] : rowsOfLiveness(liveness)),
    one('quality of 12 MP: processor time', 'ms', grade, atMost(350, grade)),
    one('the same ÷ analysis for verify', '×', medianRatio(quality.grade, quality.verify)),
    one('ready, first start', 's', starts.first / 1000, atMost(20, starts.first / 1000)),
    one('ready, later starts', 's', starts.later / 1000, atMost(3, starts.later / 1000)),
    one('memory after start, two workers', 'MB', memory.afterStart, atMost(450, memory.afterStart)),
    one(
      `memory after ${memory.verifications} verifications`,
      'MB',
      memory.afterwards,
      atMost(900, memory.afterwards),
    ),
    one('its rise over as many again', 'MB', memory.rise, atMost(FLAT, memory.rise)),
  ];
}

const one = (figure: string, unit: string, value: number, goal?: Row['goal']): Row => ({
  figure,
  unit,
  values: [value],
  ...(goal === undefined ? {} : { goal }),
});

function rowsOfLiveness({ verify, oneImage, twoImages, video, together }: LivenessSpeed): Row[] {
  const [first, pair, seconds] = [median(oneImage), median(twoImages), median(video) / 1000];
  const fairness = percentile(together, 0.99) / median(together);
  return [
    one('liveness, one image: processor time', 'ms', first, atMost(35, first)),
    one('liveness, two images: processor time', 'ms', pair, atMost(80, pair)),
    one('liveness, one image ÷ analysis for verify', '×', medianRatio(oneImage, verify)),
    one('liveness, two images ÷ analysis for verify', '×', medianRatio(twoImages, verify)),
    one('liveness, 10 s of 720p, one worker', 's', seconds, atMost(3, seconds)),
    one(`liveness, ${CALLS} calls at once: p50`, 'ms', median(together)),
    one(`liveness, ${CALLS} calls at once: p99 ÷ p50`, '×', fairness, atMost(3, fairness)),
  ];
}

/** Markdown. Figures without a size, or of 640×480 only, are in the first column. */
export function toMarkdown(rows: readonly Row[]): string {
  const header = ['', ...SIZES.map(({ name }) => name), 'to reach', 'reached'];
  const body = rows.map(({ figure, unit, values, goal }) => [
    figure,
    ...SIZES.map((_, i) => (values[i] === undefined ? '' : `${readable(values[i])} ${unit}`)),
    goal?.text ?? '',
    goal === undefined ? '' : goal.reached ? 'yes' : '**no**',
  ]);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = header.map((_, i) => (i === 0 ? '---' : '--:'));
  return [header, rule, ...body].map(line).join('\n');
}

function readable(value: number): string {
  return value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0);
}
