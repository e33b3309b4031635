/** Rate limits for calls by client and address, and for failed logins, in any protocol. */
import { addressPrefix, sitePrefix } from '../access/address-prefix.ts';
import { ResourceExhausted, Unauthenticated } from '../errors.ts';
import { createMinuteCounter } from './minute-counter.ts';

export type CallRates = ReturnType<typeof createCallRates>;

/** Calls per minute that one process accepts. */
export interface CallLimits {
  readonly callsPerAddress: number;
  readonly callsPerClient: number;
  /** Calls without valid credentials, per address. */
  readonly failedAuthentications: number;
  /**
   * Started logins and registrations: per address, per IPv6 site (/48), in total of the first few of
   * each site, and in total of all others.
   */
  readonly begunPerAddress: number;
  readonly begunPerSite: number;
  readonly begunInAll: number;
  /** The same of a known browser, which others do not make wait. */
  readonly begunPerBrowser: number;
}

export const DEFAULT_CALL_LIMITS: CallLimits = {
  callsPerAddress: 120_000,
  callsPerClient: 120_000,
  failedAuthentications: 300,
  begunPerAddress: 300,
  begunPerSite: 600,
  begunInAll: 3000,
  begunPerBrowser: 30,
};

/** A site has a few starts that no other site can use up, however many addresses it has. */
const FIRST_FEW = 5;

/** Counters of one process. Each throws ResourceExhausted. @param now monotonic milliseconds */
export function createCallRates(
  limits: Partial<CallLimits> = {},
  now: () => number = () => performance.now(),
) {
  const most = { ...DEFAULT_CALL_LIMITS, ...limits };
  const byNetwork = counter(most.callsPerAddress, 'calls from your network', now);
  const client = counter(most.callsPerClient, 'calls of this client', now);
  const begun = 'sign-ins and registrations';
  const begunByNetwork = counter(most.begunPerAddress, `${begun} from your network`, now);
  const begunByBrowser = counter(most.begunPerBrowser, `${begun} in your browser`, now);
  const begunBySite = counter(most.begunPerSite, `${begun} from your site`, now);
  const firstBegun = counter(most.begunInAll, `${begun} in all`, now);
  const furtherBegun = counter(most.begunInAll, `${begun} in all`, now);
  const failed = 'calls without valid credentials from your network';
  const failureByNetwork = counter(most.failedAuthentications, failed, now);
  return {
    /** Counts a call from that address. */
    address: (address: string): void => void byNetwork(addressPrefix(address)),
    /** Counts a call of an authenticated client. */
    client: (id: string): void => void client(id),
    /** Counts a call that leaves a row: a started login, a registration. @param knownBrowser its cookie */
    beginning(address: string, knownBrowser?: string) {
      if (knownBrowser !== undefined) return void begunByBrowser(knownBrowser);
      // Refusals of one network do not use up the limit for all.
      begunByNetwork(addressPrefix(address));
      const isFirst = begunBySite(sitePrefix(address)) <= FIRST_FEW;
      (isFirst ? firstBegun : furtherBegun)('all');
    },
    /** Resolves as `attempt` does. Counts a refusal against the address. */
    async authentication<T>(address: string, attempt: Promise<T>): Promise<T> {
      try {
        return await attempt;
      } catch (error) {
        if (error instanceof Unauthenticated) failureByNetwork(addressPrefix(address));
        throw error;
      }
    },
  };
}

/** Counts a call of that key, and returns the count. Throws after too many within a minute. */
function counter(most: number, counted: string, now: () => number): (key: string) => number {
  const counts = createMinuteCounter(now);
  return (key) => {
    const count = counts.add(key);
    if (count <= most) return count;
    const wait = counts.secondsLeft();
    throw new ResourceExhausted(
      `Too many ${counted}: ${most} a minute; wait ${wait} seconds.`,
      wait,
    );
  };
}
