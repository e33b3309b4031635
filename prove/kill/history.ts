/**
 * Whether what callers saw can have happened one after the other: each operation at one moment
 * between its call and its answer, and one without an answer at any moment since, or never.
 * J. Wing, C. Gong: Testing and verifying concurrent objects (1993).
 */

/** What is stored; null: nothing. */
export type State = string | null;

/** On one thing: `set` or `end` whatever is there, `change` or `delete` what is there, `read` it. */
export type Operation =
  | { readonly kind: 'set' | 'change'; readonly value: string }
  | { readonly kind: 'end' | 'delete' | 'read' };

/** `set` and `end` answer null, `change` and `delete` whether something was there, `read` what. */
export type Answer = State | boolean;

export interface Call {
  readonly operation: Operation;
  /** Nanoseconds by the clock of the machine. */
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

/** @param before the state when the first call came */
export function isLinearizable(before: State, calls: readonly Call[]): boolean {
  const failed = new Set<string>();
  const go = (left: readonly number[], state: State): boolean => {
    if (left.every((index) => calls[index]!.answered === undefined)) return true;
    const key = `${left.join()} ${state}`;
    if (failed.has(key)) return false;
    // Whatever is called after the first answer of those left cannot come before it.
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
