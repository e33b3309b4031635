/** Rates: how often a client or address may call, or an address fail to log in, in any protocol. */
import { networkOf, siteOf } from '../access/network.ts';
import { ResourceExhausted, Unauthenticated } from '../errors.ts';
import { createMinuteCounter } from './minute-counter.ts';

export type CallRates = ReturnType<typeof createCallRates>;

/** Calls a minute that one process takes before it refuses. */
export interface CallLimits {
  readonly callsPerAddress: number;
  readonly callsPerClient: number;
  /** Calls without valid credentials, by address. */
  readonly failedAuthentications: number;
  /** Logins and registrations begun by an address, an IPv6 site (/48), and all together. */
  readonly begunPerAddress: number;
  readonly begunPerSite: number;
  readonly begunInAll: number;
}

export const DEFAULT_CALL_LIMITS: CallLimits = {
  callsPerAddress: 120_000,
  callsPerClient: 120_000,
  failedAuthentications: 300,
  begunPerAddress: 300,
  begunPerSite: 600,
  begunInAll: 3000,
};

/** Counters of one process; each throws ResourceExhausted. @param now milliseconds, never back */
export function createCallRates(
  limits: Partial<CallLimits> = {},
  now: () => number = () => performance.now(),
) {
  const most = { ...DEFAULT_CALL_LIMITS, ...limits };
  const byNetwork = counter(most.callsPerAddress, now);
  const client = counter(most.callsPerClient, now);
  const begunByNetwork = counter(most.begunPerAddress, now);
  const begunBySite = counter(most.begunPerSite, now);
  const begun = counter(most.begunInAll, now);
  const failureByNetwork = counter(most.failedAuthentications, now);
  return {
    /** Counts a call from that address. */
    address: (address: string) => byNetwork(networkOf(address)),
    /** Counts a call of an authenticated client. */
    client,
    /** Counts what leaves a row although nobody is known: a login begun, a registration. */
    beginning(address: string) {
      // What one network is refused does not use up what all have.
      begunByNetwork(networkOf(address));
      begunBySite(siteOf(address));
      begun('all');
    },
    /** Resolves as `attempt` does; counts it against the address when it is refused. */
    async authentication<T>(address: string, attempt: Promise<T>): Promise<T> {
      try {
        return await attempt;
      } catch (error) {
        if (error instanceof Unauthenticated) failureByNetwork(networkOf(address));
        throw error;
      }
    },
  };
}

/** Counts a call of that key, and throws once there are more than so many in a minute. */
function counter(most: number, now: () => number): (key: string) => void {
  const counts = createMinuteCounter(now);
  return (key) => {
    if (counts.add(key) > most)
      throw new ResourceExhausted('Too many requests; try again later.', counts.secondsLeft());
  };
}
