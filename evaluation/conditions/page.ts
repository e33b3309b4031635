/** The page of `evaluate -- conditions`: its tables and plots in one file. */

import { type FigureTable, percent } from '../figures.ts';
import { draw } from '../report/charts.ts';
import { renderDocument, renderTable } from '../report/html.ts';
import { errorRatesAt } from './error-rates.ts';
import type { ConditionResults } from './tables.ts';
import type { PosePairs } from './turned-heads.ts';

const COLOURS = ['#1a7f5a', '#7a4fbf', '#c2453d'];

export function renderConditions(
  results: ConditionResults,
  tables: readonly FigureTable[],
  about: string,
): string {
  const plots = [drawConditions(results), drawPoses(results), drawDiscard(results)];
  if (results.groups.length > 0) plots.push(drawGroups(results));
  const body = tables.map((table, k) => `${renderTable(table)}\n${plots[k] ?? ''}`).join('\n');
  return renderDocument('Recognition in bad conditions', about, body);
}

/** Bars by category, one colour for each nominal false-match rate. */
function bars(
  { points }: ConditionResults,
  names: readonly string[],
  tar: (row: number, threshold: number) => number,
): string {
  return draw({
    legend: { top: 0 },
    grid: { left: 50, right: 20, top: 40, bottom: 130 },
    xAxis: { type: 'category', data: [...names], axisLabel: { rotate: 55, interval: 0 } },
    yAxis: { type: 'value', max: 100, axisLabel: { formatter: '{value} %' } },
    series: points.map(({ fmr, threshold }, k) => ({
      type: 'bar',
      name: `TAR at FMR ${Number((fmr * 100).toPrecision(2))} %`,
      itemStyle: { color: COLOURS[k % COLOURS.length]! },
      data: names.map((_, row) => tar(row, threshold) * 100),
    })),
  });
}

const drawConditions = (results: ConditionResults) =>
  bars(
    results,
    results.outcomes.map(({ condition }) => condition.name),
    (row, threshold) => 1 - errorRatesAt(results.outcomes[row]!.comparisons, threshold).fnmr,
  );

function drawPoses(results: ConditionResults): string {
  const poses = results.poses.filter(({ pairs }) => pairs.length > 0);
  return bars(
    results,
    poses.map(({ from, to }) => `${from}–${to}°`),
    (row, threshold) => accepted(poses[row]!, threshold),
  );
}

const drawDiscard = (results: ConditionResults) =>
  bars(
    results,
    results.discard.map(({ share }) => percent(share, 0)),
    (row, threshold) => accepted(results.discard[row]!, threshold),
  );

const accepted = ({ pairs }: Pick<PosePairs, 'pairs'>, threshold: number) =>
  pairs.filter(({ score }) => score >= threshold).length / pairs.length;

const drawGroups = (results: ConditionResults) =>
  bars(
    results,
    results.groups.map(({ group }) => group),
    (row, threshold) => 1 - errorRatesAt(results.groups[row]!.comparisons, threshold).fnmr,
  );
