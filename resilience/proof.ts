/** The command's view of a proof. */

export interface Step {
  /** Name of the finished step. It is skipped when the proof continues. */
  readonly step: string;
  /** Counts of the step. */
  readonly counts: Readonly<Record<string, number>>;
  /** Broken promises, in words. */
  readonly broken: readonly string[];
}

export interface Proof {
  readonly name: string;
  /** As in `docs/trust.md`. */
  readonly promise: string;
  run(options: {
    readonly short: boolean;
    /** Steps finished by an earlier run. */
    readonly done: ReadonlySet<string>;
    /** Number of cases, if the proof counts them. Absent: as many as the promise says. */
    readonly cases?: number;
  }): AsyncIterable<Step>;
}
