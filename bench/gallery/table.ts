/** The table of the gallery bench: figures and goals. */
import { availableParallelism } from 'node:os';
import { exactLeast } from '../../evaluation/exact-interval.ts';
import type { Recall } from './recall.ts';

/** Times in milliseconds. */
export interface Figures {
  readonly people: number;
  readonly single: { readonly p50: number; readonly p99: number };
  readonly scan: number;
  /** Time for each probe in a batch of 32. */
  readonly batch: number;
  /** All threads: one probe alone, one in a batch, and one loaded template. */
  readonly processor: { readonly single: number; readonly batch: number; readonly load: number };
  readonly mixed: { readonly p50: number; readonly p99: number };
  readonly recall: Recall;
  /** Templates per second. */
  readonly loadRate: number;
  /** Per person: counted by the gallery, and by the growth of the process. */
  readonly bytes: { readonly gallery: number; readonly process: number };
}

type Row = readonly [figure: string, value: string, goal?: string, reached?: boolean];

export function toMarkdown(figures: Figures): string {
  const { people, single, batch, mixed, recall, bytes, processor } = figures;
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  const most = people <= 100_000 ? 2 : (8 * people) / 1e6;
  const rows: Row[] = [
    [
      'one probe, one scan thread, ten best: p50',
      ms(single.p50),
      `≤ ${most} ms`,
      single.p50 <= most,
    ],
    ['p99', ms(single.p99)],
    ['of that in the gallery: p50', ms(figures.scan)],
    ['32 probes in one call, each', ms(batch), '≤ ⅓ of one', batch <= single.p50 / 3],
    [
      'processor time of one probe, and of one of 32',
      `${ms(processor.single)}, ${ms(processor.batch)}`,
      '≤ ⅓',
      processor.batch <= processor.single / 3,
    ],
    [
      'p99 while 50 people a second are enrolled',
      ms(mixed.p99),
      '< 2 × p99',
      mixed.p99 < 2 * single.p99,
    ],
    [
      `recall at 1 of ${recall.probes} probes; with 95 % confidence`,
      `${recall.at1.toFixed(5)}; ≥ ${exactLeast(recall.at1 * recall.probes, recall.probes).toFixed(5)}`,
      '≥ 0.9999',
      recall.at1 >= 0.9999,
    ],
    ['recall at 10', recall.at10.toFixed(5), '≥ 0.999', recall.at10 >= 0.999],
    ['rank 1 of another photograph', `${(recall.rankOne * 100).toFixed(1)} %`],
    [
      'loading from SQLite',
      `${Math.round(figures.loadRate)} templates/s`,
      '≥ 50000',
      figures.loadRate >= 50_000,
    ],
    [
      'processor time of loading a template, all threads and their start; cores by that time',
      `${(processor.load * 1000).toFixed(1)} µs, ${Math.round((availableParallelism() * 1000) / processor.load)} templates/s`,
    ],
    [
      'memory a person: rows and index',
      `${Math.round(bytes.gallery)} B`,
      '≤ 1600 B',
      bytes.gallery <= 1600,
    ],
    [
      'growth of the process, ten seconds later',
      `${Math.round(bytes.process)} B`,
      '≤ 1600 B',
      bytes.process <= 1600,
    ],
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const body = rows.map(([figure, value, goal = '', reached]) =>
    line([figure, value, goal, reached === undefined ? '' : reached ? 'yes' : '**no**']),
  );
  const heading = [
    line([`${people} people`, '', 'to reach', 'reached']),
    line(['---', '--:', '--:', '--:']),
  ];
  return [...heading, ...body].join('\n');
}
