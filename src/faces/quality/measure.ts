/** A quality measure of ISO/IEC 29794-5, and its estimation. */
import type { Mapping } from './mapping.ts';
import type { PreparedFace } from './prepared-face.ts';

/** Groups of the standard: the unified score, the capture, the subject. */
export type QualityGroup = 'unified' | 'capture' | 'subject';

/** The raw value; NaN or infinite: this face cannot be assessed. */
export type Estimator = (face: PreparedFace) => number;

/** A measure. Its name is its key. */
export interface Measure {
  /** Registered identifier, 0x41 to 0x5c. */
  readonly id: number;
  readonly group: QualityGroup;
  /** Its meaning in a sentence. */
  readonly about: string;
  /** Advice against a low score, for an end user; a function if the raw value's sign matters. */
  readonly advice: string | ((raw: number) => string);
  /** The scalar score, 0..100, of a finite raw value. */
  readonly toScalar: Mapping;
  /** The standard's formula on the facts of a face. Absent: it cannot be estimated here. */
  readonly estimate?: Estimator;
}
