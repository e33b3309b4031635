/** Divides the memory for bodies, so that no unfinished request blocks another. */
import { Unavailable } from '../../errors.ts';

/** Whose share the bytes of a request count in. */
export interface Sender {
  /** Undefined: no client is authenticated. */
  readonly client: string | undefined;
  /** Prefix of the address, see `addressPrefix`. */
  readonly network: string;
}

/** The bytes of one request, from the first arrival until the response is sent. */
export interface HeldBytes {
  /** Counts unpacked bytes. @throws Unavailable this request holds most, and there is no room */
  add(bytes: number): void;
  /** Marks the request as complete. It can no longer be displaced. */
  complete(): void;
  /** Gives all bytes back. Repeating it has no effect. */
  release(): void;
  /** Those that it holds. */
  bytes(): number;
}

export type ByteBudget = ReturnType<typeof createByteBudget>;

interface Entry {
  /** Names of what counts its bytes: its client, and the client's network. */
  readonly sums: readonly [string, string];
  bytes: number;
  /** Undefined: complete. */
  displace: ((error: Unavailable) => void) | undefined;
}

/** Shares of one client, and of all unauthenticated callers together. */
const SHARE = { client: 0.8, strangers: 0.2 };

/**
 * If there is no room, an arriving request gives way: of the client that holds most, of its network
 * that holds most, the largest, and of equals the newest. So a flood displaces itself, and a
 * request of usual size gets through. Unauthenticated callers only displace each other.
 * @param most bytes that may be held at once
 */
export function createByteBudget(most: number) {
  const entries = new Set<Entry>();
  const sums = new Map<string, number>();
  let total = 0;
  const count = (entry: Entry, bytes: number) => {
    entry.bytes += bytes;
    total += bytes;
    for (const name of entry.sums) {
      const sum = (sums.get(name) ?? 0) + bytes;
      if (sum === 0) sums.delete(name);
      else sums.set(name, sum);
    }
  };
  const release = (entry: Entry) => {
    count(entry, -entry.bytes);
    entries.delete(entry);
  };
  /** Whether `a` comes before `b`: at the first difference of client, network and request. */
  const isMore = (a: Entry, b: Entry): boolean => {
    const differs = a.sums.findIndex((name, i) => name !== b.sums[i]);
    if (differs < 0) return a.bytes > b.bytes;
    return (sums.get(a.sums[differs]!) ?? 0) > (sums.get(b.sums[differs]!) ?? 0);
  };
  const makeRoom = (newest: Entry, isFull: () => boolean, among: (entry: Entry) => boolean) => {
    while (isFull()) {
      let largest = newest;
      for (const entry of entries)
        if (entry.displace && among(entry) && isMore(entry, largest)) largest = entry;
      release(largest);
      if (largest === newest) throw noRoom(most);
      largest.displace?.(noRoom(most));
    }
  };
  return {
    /** @param displace called, at most once, when another sender needs the room more */
    open({ client, network }: Sender, displace: (error: Unavailable) => void): HeldBytes {
      const isStranger = client === undefined;
      const name = isStranger ? 'strangers' : `client ${client}`;
      const entry: Entry = { sums: [name, `${name} ${network}`], bytes: 0, displace };
      const isSame = (other: Entry) => other.sums[0] === name;
      const share = most * (isStranger ? SHARE.strangers : SHARE.client);
      entries.add(entry);
      return {
        add(bytes) {
          count(entry, bytes);
          makeRoom(entry, () => (sums.get(name) ?? 0) > share, isSame);
          makeRoom(entry, () => total > most, isStranger ? isSame : () => true);
        },
        complete() {
          entry.displace = undefined;
        },
        release: () => release(entry),
        bytes: () => entry.bytes,
      };
    },
  };
}

const noRoom = (most: number) =>
  new Unavailable(
    `Requests that are being received and processed fill the ${most / 1024 / 1024} MB for them; try again, or send less at once.`,
    2,
  );
