/** The fuzzer's view of a parser: a file of `targets`, which exports it as `target`. */

export interface Target {
  /** Well-formed input, from which cases are made. */
  readonly seeds: readonly Uint8Array[];
  /** Words of the format that chance would not find. */
  readonly words?: readonly string[];
  /** Errors that it throws by design. Anything else is a finding. */
  isRefusal(error: unknown): boolean;
  /** Parses one case. Throws if the result breaks a promise. */
  parse(input: Uint8Array): unknown;
  /** Relative cost: a run has this many times fewer cases (default 1). */
  readonly cost?: number;
  /** Most bytes that one case may use (default 64 MiB). */
  readonly bound?: number;
}

/** Text as a seed. */
export const seed = (text: string): Uint8Array => Buffer.from(text);

/** A case as text, as a caller could send it. */
export const textOf = (input: Uint8Array): string => Buffer.from(input).toString('utf8');

/** A parsed value that breaks the parser's promise. */
export class Broken extends Error {
  override readonly name = 'Broken';
}
