/** The 28 measures of ISO/IEC 29794-5 in the order of their identifiers, and their results. */
import { BACKGROUND } from './background.ts';
import { COLOUR } from './colour.ts';
import { COVERING } from './covering.ts';
import { FRAMING } from './framing.ts';
import { LIGHT } from './light.ts';
import type { Measure } from './measure.ts';
import { POSTURE } from './posture.ts';
import { TRAINED } from './trained.ts';

const BY_SUBJECT = {
  ...BACKGROUND,
  ...COLOUR,
  ...COVERING,
  ...FRAMING,
  ...LIGHT,
  ...POSTURE,
  ...TRAINED,
};

export type QualityMeasureName = keyof typeof BY_SUBJECT;

export const MEASURES = Object.fromEntries(
  Object.entries<Measure>(BY_SUBJECT).sort(([, p], [, q]) => p.id - q.id),
) as Readonly<Record<QualityMeasureName, Measure>>;

export const MEASURE_NAMES = Object.keys(MEASURES) as readonly QualityMeasureName[];

/** The result of a measure for a face. */
export interface QualityMeasurement {
  readonly measure: QualityMeasureName;
  /** In the unit of the measure. */
  readonly rawValue: number;
  /** 0..100, whole; 100 is best. */
  readonly scalarScore: number;
  /** The standard's formula, on the output of other networks than the reference's. */
  readonly method: 'approximate';
}

/** Scores below this get advice. The standard has no thresholds; we take half. */
export const ADVICE_BELOW = 50;

/** Advice to raise the score; empty if it is good enough or there is none. */
export function adviceFor({
  measure,
  rawValue,
  scalarScore,
}: Omit<QualityMeasurement, 'method'>): string {
  if (scalarScore >= ADVICE_BELOW) return '';
  const { advice } = MEASURES[measure];
  return typeof advice === 'string' ? advice : advice(rawValue);
}
