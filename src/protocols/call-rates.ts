/** Rates: how often a client or an address may call, and an address may fail to log in, by any protocol. */
import { isIPv4, isIPv6 } from 'node:net';
import { ResourceExhausted, Unauthenticated } from '../errors.ts';

/** Counters of one process; every method throws ResourceExhausted when its rate is used up. */
export interface CallRates {
  /** Counts a call from that address, whoever makes it. */
  address(address: string): void;
  /** Counts a call of an authenticated client. */
  client(id: string): void;
  /** Resolves as `attempt` does; counts it against the address when it is refused. */
  authentication<T>(address: string, attempt: Promise<T>): Promise<T>;
}

/** Calls a minute that one process takes before it refuses. */
export interface CallLimits {
  readonly callsPerAddress: number;
  readonly callsPerClient: number;
  /** Calls without valid credentials, by address. */
  readonly failedAuthentications: number;
}

const DEFAULT_LIMITS: CallLimits = {
  callsPerAddress: 120_000,
  callsPerClient: 120_000,
  failedAuthentications: 300,
};

const MINUTE = 60_000;

/** @param now milliseconds of a clock that never goes back */
export function createCallRates(
  limits: Partial<CallLimits> = {},
  now: () => number = () => performance.now(),
): CallRates {
  const most = { ...DEFAULT_LIMITS, ...limits };
  const byNetwork = counter(most.callsPerAddress, now);
  const client = counter(most.callsPerClient, now);
  const failureByNetwork = counter(most.failedAuthentications, now);
  return {
    address: (address) => byNetwork(networkOf(address)),
    client,
    async authentication(address, attempt) {
      try {
        return await attempt;
      } catch (error) {
        if (error instanceof Unauthenticated) failureByNetwork(networkOf(address));
        throw error;
      }
    },
  };
}

/** Counts by key, from nothing again with every minute: what is kept is a minute's keys at most. */
function counter(most: number, now: () => number): (key: string) => void {
  let counts = new Map<string, number>();
  let minute = 0;
  return (key) => {
    const current = Math.floor(now() / MINUTE);
    if (current !== minute) {
      minute = current;
      counts = new Map();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count <= most) return;
    const seconds = Math.ceil(((minute + 1) * MINUTE - now()) / 1000);
    throw new ResourceExhausted('Too many requests; try again later.', seconds);
  };
}

/** IPv6 addresses count by their 64-bit network, in which a caller may have any of them. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const last = address.slice(address.lastIndexOf(':') + 1);
  if (isIPv4(last)) return last;
  const [head = [], tail = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}
