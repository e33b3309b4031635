import { MINUTE_MS } from '../durations.ts';

/** Counts by key, anew each minute. @param now milliseconds of a clock that never goes back */
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
    /** How many there are of that key with this one. */
    add(key: string): number {
      const count = countOf(key) + 1;
      counts.set(key, count);
      return count;
    },
    secondsLeft: () => Math.ceil((ends - now()) / 1000),
  };
}
