/** The result of one evaluation: all that is printed, written as JSON and drawn. */
import type { Enrolment } from './enrolment.ts';
import type { DetPoint } from './error-rates.ts';
import type { TailPoint } from './impostor-tail.ts';
import type { LabelErrors } from './label-errors.ts';
import type { GroupRates, OperatingPoints } from './operating-points.ts';
import type { TemplateTest } from './template-test.ts';

/** An image pair or refused image of the report, by path below the dataset. */
export interface ShownPair {
  readonly score: number;
  readonly first: string;
  readonly second: string;
}

export interface Histogram {
  /** Score at the lower end of the first bin, and width of each bin. */
  readonly start: number;
  readonly width: number;
  /** Shares of the genuine and of the impostor comparisons, bin by bin. */
  readonly genuine: readonly number[];
  readonly impostor: readonly number[];
}

export interface Evaluation {
  readonly date: string;
  readonly commit: string | undefined;
  readonly machine: string;
  readonly encoder: { readonly name: string; readonly fingerprint: string };
  /** Name of the data. */
  readonly data: string;
  readonly people: number;
  /** Date and data of the calibration whose thresholds were tested. */
  readonly calibration: { readonly date: string; readonly data: string } | undefined;
  /** Average faces that measure crowding. 0: none. */
  readonly cohort: number;
  readonly leftOut: LabelErrors;
  readonly enrolment: Enrolment;
  readonly workers: number;
  /** Mean milliseconds of one worker per image. */
  readonly workerMilliseconds: number;
  readonly comparisons: { readonly genuine: number; readonly impostor: number };
  readonly points: OperatingPoints;
  /** For a new calibration: the tails of its impostor scores, and their fit. */
  readonly tails?: {
    readonly everybody: readonly TailPoint[];
    readonly lookalikes: readonly TailPoint[];
  };
  /** Groups of people who look alike to the encoder. Only for all pairs with a calibration. */
  readonly groups?: readonly GroupRates[];
  /**
   * Share of right decisions at the best threshold of the other nine tenths, mean of ten. Listed
   * pairs only.
   */
  readonly accuracy?: { readonly mean: number; readonly deviation: number };
  readonly templates?: TemplateTest;
  readonly tradeOff: readonly DetPoint[];
  readonly histogram: Histogram;
  readonly falseMatches: readonly ShownPair[];
  readonly falseNonMatches: readonly ShownPair[];
  readonly refused: readonly { readonly path: string; readonly problem: string }[];
}
