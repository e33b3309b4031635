/** What the fuzzer and its threads tell each other. */

export interface ThreadJob {
  readonly target: string;
  /** First case, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Input that led to something new in earlier runs. */
  readonly corpus: readonly Uint8Array[];
  /** How many cases began, the number and the length of the one at work, then its bytes. */
  readonly current: SharedArrayBuffer;
}

export interface Finding {
  readonly what: string;
  readonly input: Uint8Array;
}

export type ThreadMessage =
  | { readonly kind: 'kept'; readonly input: Uint8Array }
  | ({ readonly kind: 'found' } & Finding)
  | { readonly kind: 'done'; readonly milliseconds: number };

/** Bytes of `current` before those of the case. */
export const HEAD = 12;
/** Length of the case where none is at work. */
export const NO_CASE = -1;
