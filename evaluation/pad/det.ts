/** Detection error trade-off (ISO/IEC 19795-1) of single images, for each species. */
import type { EChartsOption } from 'echarts';
import type { SetRates } from './rates.ts';

/** Shares of refused live images for which the table shows passing attacks. */
const BPCERS = [0.01, 0.02, 0.05, 0.1, 0.2];

export interface DetCurve {
  readonly species: string;
  /** One per threshold, from the loosest to the strictest. Shares 0..1. */
  readonly points: readonly { readonly bpcer: number; readonly apcer: number }[];
}

const share = (scores: readonly number[], test: (score: number) => boolean): number =>
  scores.filter(test).length / scores.length;

/**
 * A curve for each species, against all counted live images. An image rejected by a detector of
 * obvious fakes stays rejected at every threshold.
 */
export function detCurvesOf(sets: readonly SetRates[]): DetCurve[] {
  const live = sets
    .filter(({ kind, counts }) => kind === 'bona fide' && counts)
    .flatMap(({ scores }) => scores);
  if (live.length === 0) return [];
  const thresholds = [...new Set(live)].filter((score) => score > 0).sort((a, b) => a - b);
  return sets
    .filter(({ kind, scores }) => kind === 'attack' && scores.length > 0)
    .map(({ name, scores }) => ({
      species: name,
      points: thresholds.map((threshold) => ({
        bpcer: share(live, (score) => score < threshold),
        apcer: share(scores, (score) => score >= threshold),
      })),
    }));
}

/**
 * Share of passing attacks if at most that share of live images is refused. Undefined: more are
 * always refused.
 */
export const apcerAt = ({ points }: DetCurve, bpcer: number): number | undefined =>
  points.findLast((point) => point.bpcer <= bpcer)?.apcer;

/** Head and rows of a table: a row per species, a column per share of refused live images. */
export function tabulateDet(
  curves: readonly DetCurve[],
  percent: (share: number | undefined, digits: number) => string,
): { readonly head: string[]; readonly rows: string[][] } {
  return {
    head: ['APCER AT A BPCER OF', ...BPCERS.map((bpcer) => percent(bpcer, 0))],
    rows: curves.map((curve) => [
      curve.species,
      ...BPCERS.map((bpcer) => percent(apcerAt(curve, bpcer), 1)),
    ]),
  };
}

/** The curves as a chart. Both axes end where half of the images are wrong. */
export function chartDet(curves: readonly DetCurve[]): EChartsOption {
  const axis = (name: string) => ({
    type: 'value' as const,
    name,
    nameLocation: 'middle' as const,
    nameGap: 34,
    max: 50,
    axisLabel: { formatter: '{value} %' },
  });
  return {
    grid: { left: 70, right: 220, top: 20, bottom: 60 },
    legend: { orient: 'vertical', right: 0, top: 20, textStyle: { fontSize: 11 } },
    xAxis: axis('BPCER: live pictures refused'),
    yAxis: { ...axis('APCER: attacks that pass'), nameGap: 46, max: 100 },
    series: curves.map(({ species, points }) => ({
      type: 'line',
      name: species,
      step: 'end',
      showSymbol: false,
      data: points
        .filter(({ bpcer }) => bpcer <= 0.5)
        .map(({ bpcer, apcer }) => [bpcer * 100, apcer * 100]),
    })),
  };
}
