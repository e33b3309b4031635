/** What a parser is to the fuzzer: one file of `targets`, which exports it as `target`. */

export interface Target {
  /** Well-formed input; cases are made from it. */
  readonly seeds: readonly Uint8Array[];
  /** Words of the format, which chance would not find. */
  readonly words?: readonly string[];
  /** What it throws by design; anything else is a finding. */
  isRefusal(error: unknown): boolean;
  /** Parses one case, and throws where the result breaks a promise. */
  parse(input: Uint8Array): unknown;
  /** A case takes so long that a run has this many times fewer of them (1). */
  readonly cost?: number;
  /** Bytes that one case may take (64 MiB). */
  readonly bound?: number;
}

/** Text as a seed. */
export const seed = (text: string): Uint8Array => Buffer.from(text);

/** A case as text, as a caller could send it. */
export const textOf = (input: Uint8Array): string => Buffer.from(input).toString('utf8');

/** A parsed thing that breaks what its parser promises. */
export class Broken extends Error {
  override readonly name = 'Broken';
}
