/** What a degradation did to the measures of many portraits. */
import { MEASURE_NAMES, type QualityMeasureName } from '../../src/faces/quality/measures.ts';
import type { Relation } from './degradations.ts';

export interface Measured {
  readonly rawValue: number;
  readonly scalarScore: number;
}

export type Measurements = ReadonlyMap<QualityMeasureName, Measured>;

/** One portrait before and after. */
export interface Change {
  readonly before: Measurements;
  readonly after: Measurements;
  /** The raw value that the named measure should have after, where geometry says it. */
  readonly byDefinition?: number;
}

/** One measure over all portraits for which it was computed both times. */
export interface Summary {
  readonly measure: QualityMeasureName;
  /** Medians of the score. */
  readonly before: number;
  readonly after: number;
  readonly change: number;
  /** Medians of the raw value. */
  readonly rawBefore: number;
  readonly rawAfter: number;
  /** Share of the portraits whose score changed by at most the tolerance, 0..1. */
  readonly within: number;
}

/** Points that an unrelated measure may change. */
export const TOLERANCE = 10;

export function summarise(
  changes: readonly Change[],
  measure: QualityMeasureName,
): Summary | undefined {
  const both = changes.flatMap(({ before, after }) => {
    const [p, q] = [before.get(measure), after.get(measure)];
    return p === undefined || q === undefined ? [] : [{ p, q, by: q.scalarScore - p.scalarScore }];
  });
  if (both.length === 0) return undefined;
  return {
    measure,
    before: median(both.map(({ p }) => p.scalarScore)),
    after: median(both.map(({ q }) => q.scalarScore)),
    change: median(both.map(({ by }) => by)),
    rawBefore: median(both.map(({ p }) => p.rawValue)),
    rawAfter: median(both.map(({ q }) => q.rawValue)),
    within: both.filter(({ by }) => Math.abs(by) <= TOLERANCE).length / both.length,
  };
}

/** The measures that have nothing to do with a degradation. */
export function summariseOthers(
  changes: readonly Change[],
  measure: QualityMeasureName,
  related: readonly Relation[],
): Summary[] {
  const excepted = new Set([measure, ...related.flatMap(({ measures }) => measures)]);
  return MEASURE_NAMES.filter((name) => !excepted.has(name)).flatMap(
    (name) => summarise(changes, name) ?? [],
  );
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((p, q) => p - q);
  return sorted[sorted.length >> 1]!;
}
