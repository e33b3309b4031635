/** The result of a check. */
export interface Finding {
  readonly check: string;
  /** warn: it works, with a risk. fail: it does not work, or is not safe. */
  readonly state: 'ok' | 'warn' | 'fail';
  readonly message: string;
  /** What to do. */
  readonly advice?: string;
}

/** The finding of a check that threw. */
export function failed(check: string, thrown: unknown, advice: string): Finding {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return { check, state: 'fail', message: text.split('\n', 1)[0] ?? text, advice };
}
