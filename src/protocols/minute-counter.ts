import { MINUTE_MS } from '../durations.ts';

/** Counts by key, from zero each minute. @param now monotonic milliseconds */
export function createMinuteCounter(now: () => number) {
  const counts = new Map<string, number>();
  let ends = Number.NEGATIVE_INFINITY;
  const countOf = (key: string) => {
    if (now() >= ends) {
      counts.clear();
      ends = (Math.floor(now() / MINUTE_MS) + 1) * MINUTE_MS;
    }
    return counts.get(key) ?? 0;
  };
  return {
    countOf,
    /** Adds one, and returns the count of that key. */
    add(key: string): number {
      const count = countOf(key) + 1;
      counts.set(key, count);
      return count;
    },
    secondsLeft: () => Math.ceil((ends - now()) / 1000),
  };
}
