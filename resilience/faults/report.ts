/** Result of a fault. */
export interface FaultReport {
  /** How often the fault was made. */
  readonly times: number;
  /** Broken promises, in words. */
  readonly broken: readonly string[];
  /** Why it could not be made here. Undefined: it was made. */
  readonly leftOut?: string;
}
