/** Divides the memory for uploads, so that no unfinished request blocks another. */
import { Unavailable } from '../../errors.ts';

/** Whose share the bytes of a request count in. */
export interface Sender {
  /** Undefined: no client is authenticated. */
  readonly client: string | undefined;
  /** Network of the address, see `addressPrefix`. */
  readonly network: string;
}

/** The bytes of one request, from the first arrival until the response is sent. */
export interface HeldBytes {
  /** Counts arrived bytes. @throws Unavailable the sender's share, or the budget, is used up */
  add(bytes: number): void;
  /** Marks the request as complete. It can no longer be displaced. */
  complete(): void;
  /** Gives all bytes back. Repeating it has no effect. */
  release(): void;
}

export type ByteBudget = ReturnType<typeof createByteBudget>;

/** Share of all bytes that one client may hold. */
const CLIENT_SHARE = 0.8;
/** Share of all bytes that unauthenticated callers may hold together. */
const STRANGERS_SHARE = 0.2;
const STRANGERS = '';

interface Entry {
  readonly client: string;
  readonly network: string;
  bytes: number;
  /** Undefined: complete, displaced or released. */
  displace: ((error: Unavailable) => void) | undefined;
}

/**
 * If there is no room, a request that is still arriving gives way: of the client that holds most,
 * of that client's network that holds most, the largest. It must hold more than the newcomer would,
 * so that a flood displaces itself and a request of usual size gets through. Unauthenticated
 * callers only displace each other.
 * @param most bytes that may be held at once
 */
export function createByteBudget(most: number) {
  const entries = new Set<Entry>();
  const byClient = new Map<string, number>();
  const byNetwork = new Map<string, number>();
  let total = 0;

  const held = (client: string) => byClient.get(client) ?? 0;
  const inNetwork = (entry: Entry) => byNetwork.get(networkKey(entry)) ?? 0;
  const count = (entry: Entry, bytes: number) => {
    entry.bytes += bytes;
    total += bytes;
    add(byClient, entry.client, bytes);
    add(byNetwork, networkKey(entry), bytes);
  };
  const release = (entry: Entry) => {
    count(entry, -entry.bytes);
    entry.displace = undefined;
    entries.delete(entry);
  };

  /** Below 0: `a` holds less than `b`, at the first difference of client, network and request. */
  const compare = (a: Entry, b: Entry, more = 0): number => {
    if (a.client !== b.client) return held(a.client) + more - held(b.client);
    if (a.network !== b.network) return inNetwork(a) + more - inNetwork(b);
    return a.bytes + more - b.bytes;
  };
  const largest = (among: (entry: Entry) => boolean): Entry | undefined => {
    let found: Entry | undefined;
    for (const entry of entries)
      if (entry.displace && among(entry) && (found === undefined || compare(entry, found) > 0))
        found = entry;
    return found;
  };
  const makeRoom = (
    entry: Entry,
    bytes: number,
    isFull: () => boolean,
    among: (entry: Entry) => boolean,
  ) => {
    while (isFull()) {
      const other = largest((candidate) => candidate !== entry && among(candidate));
      if (other === undefined || compare(entry, other, bytes) >= 0) throw tooMany();
      const { displace } = other;
      release(other);
      displace?.(tooMany());
    }
  };

  return {
    /** @param displace called, at most once, when another sender needs the room more */
    open(sender: Sender, displace: (error: Unavailable) => void): HeldBytes {
      const { client = STRANGERS, network } = sender;
      const entry: Entry = { client, network, bytes: 0, displace };
      const share = most * (client === STRANGERS ? STRANGERS_SHARE : CLIENT_SHARE);
      entries.add(entry);
      return {
        add(bytes) {
          const same = (other: Entry) => other.client === client;
          const fullShare = () => held(client) + bytes > share;
          const full = () => total + bytes > most;
          makeRoom(entry, bytes, fullShare, same);
          makeRoom(entry, bytes, full, client === STRANGERS ? same : () => true);
          count(entry, bytes);
        },
        complete() {
          entry.displace = undefined;
        },
        release: () => release(entry),
      };
    },
  };
}

const tooMany = () => new Unavailable('Too many large requests at once; try again.', 2);

const networkKey = ({ client, network }: Entry) => `${client} ${network}`;

function add(sums: Map<string, number>, key: string, bytes: number): void {
  const sum = (sums.get(key) ?? 0) + bytes;
  if (sum === 0) sums.delete(key);
  else sums.set(key, sum);
}
