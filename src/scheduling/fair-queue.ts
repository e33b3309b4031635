/** Shares few slots among many clients. Each has a bounded queue; the least served goes next. */

import { addAbortListener } from 'node:events';
import { Cancelled, Unavailable } from '../errors.ts';
import { ClientQueue, type Waiting } from './client-queue.ts';

/** The owner of a piece of work. */
export interface Share {
  /** Slots are divided evenly between clients. */
  readonly client: string;
  /** A client's share is divided evenly between its callers. */
  readonly caller: string;
}

/** The owner of the work, and when it ends. Work without a share is the service's own. */
export interface Work {
  readonly share?: Share | undefined;
  /** Aborts when the call is over: drops waiting work, and stops running work at its next stage. */
  readonly signal?: AbortSignal | undefined;
}

export interface FairQueueOptions {
  /** Pieces of work that run at a time. */
  readonly slots: number;
  /** Slots that a client may hold; absent: all, while no other client wants one. */
  readonly mostHeld?: number;
  /** Pieces of work of a client that may wait; a caller may have a quarter of them. */
  readonly mostWaiting: number;
  /** Bytes that may wait, divided between the clients with waiting work. */
  readonly mostBytes?: number;
  /** What waits, for the message to a caller whose queue is full. */
  readonly work?: string;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

export interface Turn {
  readonly share: Share;
  /** Memory that it holds while it waits. */
  readonly bytes?: number;
  /** Leaves the queue when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds for which a client that was just served is expected to come again. */
const RECENT = 10_000;
/** Clients whose work lasts this many times as long as another's leave that client a slot. */
const LONG = 2;

/** Opens a queue in front of `slots` slots. */
export function createFairQueue(options: FairQueueOptions) {
  const { slots, mostHeld = slots, mostWaiting } = options;
  const { mostBytes = Number.POSITIVE_INFINITY } = options;
  const { work = 'requests', now = () => performance.now() } = options;
  const mostOfCaller = Math.ceil(mostWaiting / 4);
  const clients = new Map<string, ClientQueue>();
  let free = slots;
  /** The use of the client served last, so that absence saves up nothing. */
  let served = 0;

  const clientOf = (name: string): ClientQueue => {
    const known = clients.get(name) ?? new ClientQueue();
    clients.set(name, known);
    return known;
  };

  /** Forgets clients that are not expected again and owe nothing. */
  const forget = () => {
    for (const [name, { idle, used, lastSeen }] of clients)
      if (idle && used <= served && now() - lastSeen > RECENT) clients.delete(name);
  };

  /** Milliseconds beyond which work is long: clients with shorter work may come at any moment. */
  const longFrom = (): number => {
    let least = Number.POSITIVE_INFINITY;
    for (const { mean, lastSeen } of clients.values())
      if (mean < least && now() - lastSeen <= RECENT) least = mean;
    return LONG * least;
  };

  const next = (): ClientQueue | undefined => {
    const long = longFrom();
    let held = 0;
    for (const { mean, running } of clients.values()) if (mean > long) held += running;
    // Slots of short work are free again soon.
    const takesNoLong = slots > 1 && held >= slots - 1;
    let best: ClientQueue | undefined;
    for (const client of clients.values()) {
      if (client.waiting === 0 || client.running >= mostHeld) continue;
      if (takesNoLong && client.mean > long) continue;
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
    if (client.waitingOf(caller) >= mostOfCaller) return true;
    // Finish started calls first: newcomers would otherwise waste the work already done.
    if (client.isAtWork(caller, now())) return false;
    if (client.waiting >= mostWaiting) return true;
    const queues = [...clients.values()].filter(({ waiting }) => waiting > 0);
    const sharers = queues.length + (client.waiting === 0 ? 1 : 0);
    return client.waiting > 0 && client.bytes + bytes > mostBytes / sharers;
  };

  const requireRoom = (client: ClientQueue, share: Share, bytes: number) => {
    if (!isFull(client, share, bytes)) return;
    const wait = retryAfter(client, slots);
    const most = `${mostWaiting} of a client wait, ${mostOfCaller} of a caller`;
    throw new Unavailable(
      `Too many ${work} are being processed: at most ${most}; try again in ${wait} seconds.`,
      wait,
    );
  };

  return {
    /** Refuses what `take` would refuse now, before it is prepared in vain. @throws Unavailable */
    requireRoom(share: Share) {
      const client = clients.get(share.client);
      if (client !== undefined) requireRoom(client, share, 0);
    },
    /**
     * Waits for a slot.
     * @returns a function to call when the work is done: frees the slot and charges the client for
     * the time
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
    /** Waiting pieces of work of all clients. */
    waiting: () => [...clients.values()].reduce((sum, { waiting }) => sum + waiting, 0),
  };
}

/** Seconds until about half of the client's queue is done. */
function retryAfter({ waiting, mean }: ClientQueue, slots: number): number {
  return Math.max(1, Math.ceil((waiting * mean) / slots / 2 / 1000));
}
