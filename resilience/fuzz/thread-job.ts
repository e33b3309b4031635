/** Messages between the fuzzer and its threads. */

export interface ThreadJob {
  readonly target: string;
  /** The first case, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Inputs that led to something new in earlier runs. */
  readonly corpus: readonly Uint8Array[];
  /** Number of begun cases; number, length and bytes of the current one. */
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
/** Length of the case if none is running. */
export const NO_CASE = -1;
