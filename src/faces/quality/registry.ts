/** The 28 measures in the order of their identifiers, each with the estimators that can find it. */
import { BACKGROUND } from './background.ts';
import { COLOUR } from './colour.ts';
import { FRAMING } from './framing.ts';
import { LIGHT } from './light.ts';
import { TO_SCALAR } from './mapping.ts';
import { type Estimator, QUALITY_MEASURES, type QualityMeasureName } from './measure.ts';
import { POSTURE } from './posture.ts';
import { VISIBILITY } from './visibility.ts';

export interface RegisteredMeasure {
  readonly measure: QualityMeasureName;
  /** Registered identifier, 0x41 to 0x5c. */
  readonly identifier: number;
  /** The scalar score, 0..100, of a raw value. */
  readonly toScalar: (raw: number) => number;
  /** The first whose needs are met decides; none: the measure cannot be computed. */
  readonly estimators: readonly Estimator[];
}

export type Estimators = Partial<Readonly<Record<QualityMeasureName, Estimator>>>;

/** Measures that follow from facts about a face by a formula, whoever found the facts. */
const BY_FORMULA: Estimators = {
  ...BACKGROUND,
  ...COLOUR,
  ...FRAMING,
  ...LIGHT,
  ...POSTURE,
  ...VISIBILITY,
};

/**
 * All measures with the formulas and further estimators after them, in the order given.
 * @param sources estimators that need networks of their own, such as those of the reference pack
 */
export function registerMeasures(...sources: readonly Estimators[]): readonly RegisteredMeasure[] {
  const names = Object.keys(QUALITY_MEASURES) as QualityMeasureName[];
  return names.map((measure) => ({
    measure,
    identifier: QUALITY_MEASURES[measure],
    toScalar: TO_SCALAR[measure],
    estimators: [BY_FORMULA, ...sources].flatMap((source) => source[measure] ?? []),
  }));
}
