/** Sources of refused calls: the last day of this process, by network. */
import { addressPrefix } from '../access/address-prefix.ts';
import { DAY_MS } from '../durations.ts';

export type RecentRefusals = ReturnType<typeof createRecentRefusals>;

/** A refused caller. */
interface Refusal {
  readonly address: string;
  /** The authenticated client, if any. */
  readonly client: string | undefined;
  /** Code of the error, or of the rejected sign-in. */
  readonly reason: string;
}

interface Counted {
  readonly first: Date;
  latest: Date;
  calls: number;
  readonly reasons: Map<string, number>;
  readonly clients: Set<string>;
}

/** Limits: remembered networks, listed networks, and reasons and clients of each. */
const MOST = { networks: 1000, listed: 50, reasons: 10, clients: 10 };

/** In memory only, because addresses are personal data. @param now milliseconds since 1970 */
export function createRecentRefusals(now: () => number = Date.now) {
  /** Ordered by latest refusal. */
  const networks = new Map<string, Counted>();
  const forgetOld = () => {
    for (const [network, { latest }] of networks) {
      if (latest.getTime() > now() - DAY_MS) return;
      networks.delete(network);
    }
  };
  /** Callers from many networks cannot push out the most refused network. */
  const makeRoom = () => {
    if (networks.size < MOST.networks) return;
    const [least] = [...networks].reduce((one, other) =>
      other[1].calls < one[1].calls ? other : one,
    );
    networks.delete(least);
  };
  return {
    count({ address, client, reason }: Refusal): void {
      forgetOld();
      const network = addressPrefix(address);
      const known = networks.get(network);
      if (known === undefined) makeRoom();
      const time = new Date(now());
      const counted = known ?? begun(time);
      counted.latest = time;
      counted.calls += 1;
      const { reasons, clients } = counted;
      if (reasons.has(reason) || reasons.size < MOST.reasons)
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      if (client !== undefined && clients.size < MOST.clients) clients.add(client);
      networks.delete(network);
      networks.set(network, counted);
    },

    /** Most refused first. */
    list() {
      forgetOld();
      return [...networks]
        .map(([network, { reasons, clients, ...counted }]) => ({
          network,
          ...counted,
          reasons: [...reasons].map(([reason, calls]) => ({ reason, calls })),
          clients: [...clients],
        }))
        .sort((one, other) => other.calls - one.calls)
        .slice(0, MOST.listed);
    },
  };
}

const begun = (first: Date): Counted => ({
  first,
  latest: first,
  calls: 0,
  reasons: new Map(),
  clients: new Set(),
});
