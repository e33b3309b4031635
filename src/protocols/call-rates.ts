/** Rate limits for calls by client and address, and for failed logins, in any protocol. */
import { networkOf, siteOf } from '../access/network.ts';
import { ResourceExhausted, Unauthenticated } from '../errors.ts';
import { createMinuteCounter } from './minute-counter.ts';

export type CallRates = ReturnType<typeof createCallRates>;

/** Calls per minute that one process accepts. */
export interface CallLimits {
  readonly callsPerAddress: number;
  readonly callsPerClient: number;
  /** Calls without valid credentials, per address. */
  readonly failedAuthentications: number;
  /** Started logins and registrations: per address, per IPv6 site (/48), and in total. */
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

/** Counters of one process. Each throws ResourceExhausted. @param now monotonic milliseconds */
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
    /** Counts a call that leaves a row for an unknown caller: a started login, a registration. */
    beginning(address: string) {
      // Refusals of one network do not use up the limit for all.
      begunByNetwork(networkOf(address));
      begunBySite(siteOf(address));
      begun('all');
    },
    /** Resolves as `attempt` does. Counts a refusal against the address. */
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

/** Counts a call of that key. Throws after too many within a minute. */
function counter(most: number, now: () => number): (key: string) => void {
  const counts = createMinuteCounter(now);
  return (key) => {
    if (counts.add(key) > most)
      throw new ResourceExhausted('Too many requests; try again later.', counts.secondsLeft());
  };
}
