/**
 * Whether callers' observations fit some order: each operation takes effect at one moment between
 * call and answer, and one without an answer at any later moment, or never. J. Wing, C. Gong:
 * Testing and verifying concurrent objects (1993).
 */

/** The stored value. Null: nothing. */
export type State = string | null;

/** On one thing: `set` or `end` in any case, `change` or `delete` an existing one, `read` it. */
export type Operation =
  | { readonly kind: 'set' | 'change'; readonly value: string }
  | { readonly kind: 'end' | 'delete' | 'read' };

/** `set` and `end` return null, `change` and `delete` whether it existed, `read` its value. */
export type Answer = State | boolean;

export interface Call {
  readonly operation: Operation;
  /** Nanoseconds of the machine's clock. */
  readonly called: number;
  /** Absent: the process was killed before it answered. */
  readonly answered?: { readonly at: number; readonly answer: Answer };
}

function apply(state: State, operation: Operation): { after: State; answer: Answer } {
  switch (operation.kind) {
    case 'set':
      return { after: operation.value, answer: null };
    case 'change':
      return { after: state === null ? null : operation.value, answer: state !== null };
    case 'end':
      return { after: null, answer: null };
    case 'delete':
      return { after: null, answer: state !== null };
    case 'read':
      return { after: state, answer: state };
  }
}

/** @param before the state at the first call */
export function isLinearizable(before: State, calls: readonly Call[]): boolean {
  const failed = new Set<string>();
  const go = (left: readonly number[], state: State): boolean => {
    if (left.every((index) => calls[index]!.answered === undefined)) return true;
    const key = `${left.join()} ${state}`;
    if (failed.has(key)) return false;
    // Calls that begin after the first remaining answer cannot come before it.
    const firstAnswer = Math.min(
      ...left.map((index) => calls[index]!.answered?.at ?? Number.POSITIVE_INFINITY),
    );
    for (const index of left) {
      const { called, operation, answered } = calls[index]!;
      if (called > firstAnswer) continue;
      const { after, answer } = apply(state, operation);
      if (answered !== undefined && answered.answer !== answer) continue;
      const others = left.filter((other) => other !== index);
      if (go(others, after)) return true;
    }
    failed.add(key);
    return false;
  };
  return go(
    calls.map((_, index) => index),
    before,
  );
}
