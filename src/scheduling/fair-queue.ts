/** Shares few slots out among many clients: each has a bounded queue, who used least is next. */

import { addAbortListener } from 'node:events';
import { Cancelled, Unavailable } from '../errors.ts';
import { ClientQueue, type Waiting } from './client-queue.ts';

/** Whose work it is. */
export interface Share {
  /** Slots are divided evenly between clients. */
  readonly client: string;
  /** What a client gets is divided evenly between its callers. */
  readonly caller: string;
}

/** For whom something is done, and until when; without a share it is work of the service itself. */
export interface Work {
  readonly share?: Share | undefined;
  /** Aborts when the call is over: what waits is dropped, what runs stops at its next stage. */
  readonly signal?: AbortSignal | undefined;
}

export interface FairQueueOptions {
  /** Pieces of work that are done at a time. */
  readonly slots: number;
  /** Slots that one client may hold; absent: all, while nobody else wants one. */
  readonly mostHeld?: number;
  /** Pieces of work of one client that may wait; a quarter of them for one caller. */
  readonly mostWaiting: number;
  /** Bytes that may wait: divided between the clients that have something waiting. */
  readonly mostBytes?: number;
  /** What a caller is told whose queue is full. */
  readonly refusal?: string;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

export interface Turn {
  readonly share: Share;
  /** Memory that is held while it waits. */
  readonly bytes?: number;
  /** Leaves the queue when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds for which a client that was served last counts as one that may come again. */
const RECENT = 10_000;
/** Work that lasts so many times as long as that of another client leaves it a slot. */
const LONG = 2;

/** Opens a queue in front of `slots` slots. */
export function createFairQueue(options: FairQueueOptions) {
  const { slots, mostHeld = slots, mostWaiting } = options;
  const { mostBytes = Number.POSITIVE_INFINITY } = options;
  const { refusal = 'Too many requests are being processed.', now = () => performance.now() } =
    options;
  const clients = new Map<string, ClientQueue>();
  let free = slots;
  /** What the client that was served last had used: nobody saves up while away. */
  let served = 0;

  const clientOf = (name: string): ClientQueue => {
    const known = clients.get(name) ?? new ClientQueue();
    clients.set(name, known);
    return known;
  };

  /** Those who are not expected again and owe nothing. */
  const forget = () => {
    for (const [name, { idle, used, lastSeen }] of clients)
      if (idle && used <= served && now() - lastSeen > RECENT) clients.delete(name);
  };

  /** Whether others, whose work is shorter, may come at any moment and should find a slot free. */
  const holdsUpOthers = (client: ClientQueue): boolean => {
    for (const other of clients.values())
      if (other !== client && client.mean > LONG * other.mean && now() - other.lastSeen <= RECENT)
        return true;
    return false;
  };

  const next = (): ClientQueue | undefined => {
    let best: ClientQueue | undefined;
    for (const client of clients.values()) {
      if (client.waiting === 0 || client.running >= mostHeld) continue;
      if (free === 1 && slots > 1 && holdsUpOthers(client)) continue;
      if (best === undefined || client.used < best.used) best = client;
    }
    return best;
  };

  const begin = (client: ClientQueue, caller: string): (() => void) => {
    free -= 1;
    served = Math.max(served, client.used);
    const begun = now();
    const end = client.begin(caller, begun);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      free += 1;
      end(now() - begun, now());
      forget();
      dispatch();
    };
  };

  const dispatch = () => {
    for (let client = next(); free > 0 && client !== undefined; client = next()) {
      const { caller, start } = client.shift();
      start(begin(client, caller));
    }
  };

  const isFull = (client: ClientQueue, { caller }: Share, bytes: number): boolean => {
    if (client.waitingOf(caller) >= Math.ceil(mostWaiting / 4)) return true;
    // What was begun is ended: else newcomers would undo the work that was done for others.
    if (client.isAtWork(caller, now())) return false;
    if (client.waiting >= mostWaiting) return true;
    const queues = [...clients.values()].filter(({ waiting }) => waiting > 0);
    const sharers = queues.length + (client.waiting === 0 ? 1 : 0);
    return client.waiting > 0 && client.bytes + bytes > mostBytes / sharers;
  };

  const requireRoom = (client: ClientQueue, share: Share, bytes: number) => {
    if (isFull(client, share, bytes)) throw new Unavailable(refusal, retryAfter(client, slots));
  };

  return {
    /** Refuses what `take` would refuse now, before it is prepared in vain. @throws Unavailable */
    requireRoom(share: Share) {
      const client = clients.get(share.client);
      if (client !== undefined) requireRoom(client, share, 0);
    },
    /**
     * Waits for a slot.
     * @returns to be called when the work is done: frees the slot and charges the client for the
     *   time
     * @throws Cancelled; Unavailable the client's own queue is full
     */
    async take({ share, bytes = 0, signal }: Turn) {
      if (signal?.aborted) throw new Cancelled();
      const client = clientOf(share.client);
      client.arrive(served, now());
      requireRoom(client, share, bytes);
      return new Promise<() => void>((resolve, reject) => {
        const leave = () => {
          client.remove(waiting);
          reject(new Cancelled());
        };
        const waiting: Waiting = {
          caller: share.caller,
          bytes,
          start(release) {
            listening?.[Symbol.dispose]();
            resolve(release);
          },
        };
        const listening = signal && addAbortListener(signal, leave);
        client.push(waiting);
        dispatch();
      });
    },
    /** Pieces of work that wait, of all clients. */
    waiting: () => [...clients.values()].reduce((sum, { waiting }) => sum + waiting, 0),
  };
}

/** Seconds in which the client's own queue is about half done. */
function retryAfter({ waiting, mean }: ClientQueue, slots: number): number {
  return Math.max(1, Math.ceil((waiting * mean) / slots / 2 / 1000));
}
