/** How many refusals are logged, so that whoever is refused cannot fill the log. */
import { networkOf } from '../access/network.ts';
import { createRecentRefusals } from './recent-refusals.ts';

export type RefusalRate = ReturnType<typeof createRefusalRate>;

const MINUTE_MS = 60_000;
/** Lines a minute. */
const MOST = { ofNetwork: 20, ofAll: 300 };

/** @param now milliseconds of a clock that never goes back */
export function createRefusalRate(now: () => number = () => performance.now()) {
  let ends = Number.NEGATIVE_INFINITY;
  let all = 0;
  let unlogged = 0;
  const byNetwork = new Map<string, number>();
  return {
    /** All of them, logged or not. */
    recent: createRecentRefusals(),

    /**
     * Counts a refusal of that address. Undefined: it is one too many to be logged. Else how many
     * of all addresses went unlogged since the line before.
     */
    next(address: string) {
      if (now() >= ends) {
        ends = now() + MINUTE_MS;
        all = 0;
        byNetwork.clear();
      }
      const network = networkOf(address);
      const count = byNetwork.get(network) ?? 0;
      if (all >= MOST.ofAll || count >= MOST.ofNetwork) {
        unlogged += 1;
        return undefined;
      }
      all += 1;
      byNetwork.set(network, count + 1);
      const before = unlogged;
      unlogged = 0;
      return before;
    },
  };
}
