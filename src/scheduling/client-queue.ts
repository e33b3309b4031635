/** The waiting work of a client, and its use of slots. Its callers take turns. */

/** A piece of work that waits for its slot. */
export interface Waiting {
  readonly caller: string;
  readonly bytes: number;
  readonly start: (release: () => void) => void;
}

/** Milliseconds within which the next piece of a call arrives, if there is one. */
const NEXT_PIECE = 1000;
/** Weight of the newest piece of work in the mean. */
const NEWEST = 0.2;

export class ClientQueue {
  /** In the order of their turns. */
  readonly #callers = new Map<string, Waiting[]>();
  /** When a piece of work of each caller last began or ended. */
  readonly #atWork = new Map<string, number>();
  /** Slot milliseconds used. Running work counts by estimate. */
  used = 0;
  /** Mean milliseconds of its pieces of work. */
  mean = 0;
  /** When it last arrived, or a piece of its work ended. */
  lastSeen = 0;
  running = 0;
  waiting = 0;
  bytes = 0;

  get idle(): boolean {
    return this.waiting === 0 && this.running === 0;
  }

  waitingOf(caller: string): number {
    return this.#callers.get(caller)?.length ?? 0;
  }

  /** Whether a piece of the caller's work began or ended so recently that this continues it. */
  isAtWork(caller: string, now: number): boolean {
    for (const [name, at] of this.#atWork) if (now - at > NEXT_PIECE) this.#atWork.delete(name);
    return this.#atWork.has(caller) || this.#callers.has(caller);
  }

  /** @param served least use to assume, so that absence saves up nothing */
  arrive(served: number, now: number): void {
    this.used = Math.max(this.used, served);
    this.lastSeen = now;
  }

  push(waiting: Waiting): void {
    const queue = this.#callers.get(waiting.caller) ?? [];
    queue.push(waiting);
    this.#callers.set(waiting.caller, queue);
    this.#count(waiting, 1);
  }

  /** Removes and returns the next piece of work. Its caller goes to the end of the line. */
  shift(): Waiting {
    const [caller, queue] = this.#callers.entries().next().value!;
    const first = queue.shift()!;
    this.#callers.delete(caller);
    if (queue.length > 0) this.#callers.set(caller, queue);
    this.#count(first, -1);
    return first;
  }

  /** Removes a piece of work whose caller has left. */
  remove(waiting: Waiting): void {
    const queue = this.#callers.get(waiting.caller);
    const at = queue?.indexOf(waiting) ?? -1;
    if (queue === undefined || at < 0) return;
    queue.splice(at, 1);
    if (queue.length === 0) this.#callers.delete(waiting.caller);
    this.#count(waiting, -1);
  }

  /** Charges the expected duration. Call the result with the actual duration. */
  begin(caller: string, now: number): (elapsed: number, now: number) => void {
    const expected = this.mean;
    this.used += expected;
    this.running += 1;
    this.lastSeen = now;
    this.#atWork.set(caller, now);
    return (elapsed, ended) => {
      this.used += elapsed - expected;
      this.mean = this.mean === 0 ? elapsed : this.mean + NEWEST * (elapsed - this.mean);
      this.running -= 1;
      this.lastSeen = ended;
      this.#atWork.set(caller, ended);
    };
  }

  #count({ bytes }: Waiting, sign: 1 | -1): void {
    this.waiting += sign;
    this.bytes += sign * bytes;
  }
}
