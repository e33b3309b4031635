/** What a proof is to the command that runs it. */

export interface Step {
  /** Names what was done; it is not done again when the proof goes on. */
  readonly step: string;
  /** What was counted in it. */
  readonly counts: Readonly<Record<string, number>>;
  /** What does not hold, in words. */
  readonly broken: readonly string[];
}

export interface Proof {
  readonly name: string;
  /** As `docs/trust.md` has it. */
  readonly promise: string;
  run(options: {
    readonly short: boolean;
    /** Steps that an earlier run did. */
    readonly done: ReadonlySet<string>;
    /** How much is tried, where the proof counts it; absent: as much as the promise says. */
    readonly cases?: number;
  }): AsyncIterable<Step>;
}
