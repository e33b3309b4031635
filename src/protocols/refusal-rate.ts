/** Limits logged refusals, so that refused callers cannot fill the log. */
import { addressPrefix } from '../access/address-prefix.ts';
import { createMinuteCounter } from './minute-counter.ts';

export type RefusalRate = ReturnType<typeof createRefusalRate>;

/** Lines per minute. */
const MOST = { ofNetwork: 20, ofAll: 300 };

/** @param now monotonic milliseconds */
export function createRefusalRate(now: () => number = () => performance.now()) {
  const all = createMinuteCounter(now);
  const byNetwork = createMinuteCounter(now);
  let unlogged = 0;
  return {
    /** Counts a refusal of that address. Returns how many went unlogged; undefined: do not log. */
    next(address: string) {
      const network = addressPrefix(address);
      if (all.countOf('all') >= MOST.ofAll || byNetwork.countOf(network) >= MOST.ofNetwork) {
        unlogged += 1;
        return undefined;
      }
      all.add('all');
      byNetwork.add(network);
      const before = unlogged;
      unlogged = 0;
      return before;
    },
  };
}
