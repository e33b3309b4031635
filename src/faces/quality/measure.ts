/** What a quality measure of ISO/IEC 29794-5 is, and how one is estimated. */
import type { Mapping } from './mapping.ts';
import type { PreparedFace } from './prepared-face.ts';

/** The parts of the standard: the score of the whole, how the photograph was taken, the person. */
export type QualityGroup = 'unified' | 'capture' | 'subject';

/** The raw value; NaN or infinite: this face cannot be assessed. */
export type Estimator = (face: PreparedFace) => number;

/** All that there is to one measure; its name is the key it stands under. */
export interface Measure {
  /** Registered identifier, 0x41 to 0x5c. */
  readonly id: number;
  readonly group: QualityGroup;
  /** One sentence on what it says. */
  readonly about: string;
  /** What would raise a low score, for an end user; of the raw value where its direction matters. */
  readonly advice: string | ((raw: number) => string);
  /** The scalar score, 0..100, of a finite raw value. */
  readonly toScalar: Mapping;
  /** The formula of the standard on what is known of a face. Absent: nothing here estimates it. */
  readonly estimate?: Estimator;
}
