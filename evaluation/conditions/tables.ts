/** The tables of `evaluate -- conditions`. */
import { between, type FigureTable, percent, rate } from '../figures.ts';
import type { DiscardStep } from './discard.ts';
import { acceptedInterval, type ConditionComparisons, errorRatesAt } from './error-rates.ts';
import type { GroupOutcome } from './groups.ts';
import type { ConditionOutcome } from './spoilt-probes.ts';
import type { PosePairs } from './turned-heads.ts';

export interface ConditionResults {
  readonly encoder: string;
  readonly date: string;
  /** Nominal false-match rates and the thresholds that keep them. */
  readonly points: readonly { readonly fmr: number; readonly threshold: number }[];
  readonly people: number;
  readonly outcomes: readonly ConditionOutcome[];
  readonly poses: readonly PosePairs[];
  readonly discard: readonly DiscardStep[];
  readonly groups: readonly GroupOutcome[];
}

const tenth = (share: number | undefined) => percent(share, 1);

/** True accept rate with its interval at the first point, and how the false-match rate held there. */
function cells(comparisons: ConditionComparisons, points: ConditionResults['points']): string[] {
  if (comparisons.genuine.length === 0) return points.flatMap(() => ['–', '–']);
  return points.flatMap(({ fmr, threshold }) => {
    const rates = errorRatesAt(comparisons, threshold);
    const [low, high] = rates.fnmrInterval;
    return [
      `${tenth(1 - rates.fnmr)} (${between([1 - high, 1 - low], tenth)})`,
      `× ${(rates.fmr / fmr).toFixed(1)} (${rates.fmrInterval.map((v) => (v / fmr).toFixed(1)).join(' – ')})`,
    ];
  });
}

/** True accept rate with its interval, at each point; several pairs may show the same person. */
const acceptedCells = (pairs: PosePairs['pairs'], points: ConditionResults['points']): string[] =>
  points.map(({ threshold }) => {
    const judged = pairs.map(({ person, score }) => ({ person, accepted: score >= threshold }));
    const accepted = judged.filter((pair) => pair.accepted).length;
    return `${tenth(accepted / pairs.length)} (${between(acceptedInterval(judged), tenth)})`;
  });

const headings = (points: ConditionResults['points']) =>
  points.flatMap(({ fmr }) => [`TAR at ${rate(fmr)}`, 'FMR ÷ nominal']);

export function tablesOfConditions(results: ConditionResults): FigureTable[] {
  const { points, people, outcomes, poses, discard, groups } = results;
  const [strict] = points;
  const tables: FigureTable[] = [
    {
      title: `Probes in bad conditions (${people} people, one reference and one probe each)`,
      heading: ['probe', '', 'refused', ...headings(points)],
      rows: outcomes.map(({ condition, comparisons, refused }) => [
        condition.kind,
        condition.name,
        tenth(refused / people),
        ...cells(comparisons, points),
      ]),
      remark: 'TAR among the probes that gave a feature vector; 95 % intervals in brackets.',
    },
    {
      title: 'Turned heads: pairs by the larger yaw of the two photographs',
      heading: ['yaw', 'pairs', 'people', ...points.map(({ fmr }) => `TAR at ${rate(fmr)}`)],
      rows: poses
        .filter(({ pairs }) => pairs.length > 0)
        .map(({ from, to, pairs }) => [
          `${from}–${to}°`,
          `${pairs.length}`,
          `${new Set(pairs.map(({ person }) => person)).size}`,
          ...acceptedCells(pairs, points),
        ]),
      remark: 'Intervals by person.',
    },
    {
      title: 'Error against discard: without the photographs of least quality score',
      heading: [
        'left out',
        'quality score from',
        'pairs',
        ...points.map(({ fmr }) => `TAR at ${rate(fmr)}`),
      ],
      rows: discard.map(({ share, least, pairs }) => [
        percent(share, 0),
        least.toFixed(2),
        `${pairs.length}`,
        ...acceptedCells(pairs, points),
      ]),
      remark: 'Intervals by person.',
    },
  ];
  if (groups.length > 0 && strict !== undefined)
    tables.push({
      title: 'Groups of people (as they named themselves), strangers within a group',
      heading: ['group', 'people', 'strangers compared', 'mean score', ...headings(points)],
      rows: groups.map(({ group, people: members, comparisons, meanImpostor }) => [
        group,
        `${members}`,
        `${comparisons.impostors}`,
        meanImpostor.toFixed(3),
        ...cells(comparisons, points),
      ]),
      remark: 'Few people: where intervals overlap, no difference was found, nor its absence.',
    });
  return tables;
}
