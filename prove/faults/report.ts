/** What making a fault showed. */
export interface FaultReport {
  /** Times the fault was made. */
  readonly times: number;
  /** Promises that did not hold, in words. */
  readonly broken: readonly string[];
  /** Why it could not be made here; undefined: it was made. */
  readonly leftOut?: string;
}
