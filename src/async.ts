/** Tools for asynchronous work: lanes, turns, pauses, openings and closings. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Processes as many items at a time as there are lanes. Throws the first failure in item order. */
export async function inLanes<T, R>(
  lanes: number,
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const source = (async function* () {
    yield* items;
  })();
  const results: R[] = [];
  const failures = new Map<number, unknown>();
  let begun = 0;
  const lane = async () => {
    for (let next = await source.next(); !next.done; next = await source.next()) {
      if (failures.size > 0) return;
      const index = begun++;
      try {
        results[index] = await work(next.value, index);
      } catch (error) {
        failures.set(index, error);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.max(1, lanes) }, lane));
  } finally {
    await source.return();
  }
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
  return results;
}

/** Runs submitted work one after another, even after failures. */
export function takeTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Resolves after the time, or as soon as the signal fires; keeps no process alive. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}

/**
 * For `using`: a signal that fires after the time, unless its block has ended. The timer of
 * `AbortSignal.timeout` would stay until then.
 */
export function abortAfter(milliseconds: number): { readonly signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), milliseconds).unref();
  return { signal: controller.signal, [Symbol.dispose]: () => clearTimeout(timer) };
}

/** Opens at the first call. Opens again after a failure, or after `life` milliseconds. */
export function lazily<T>(
  open: () => Promise<T>,
  life = Number.POSITIVE_INFINITY,
): () => Promise<T> {
  let opening: Promise<T> | undefined;
  let ends = 0;
  return () => {
    if (performance.now() >= ends) opening = undefined;
    if (opening !== undefined) return opening;
    ends = performance.now() + life;
    const mine = open().catch((error: unknown) => {
      if (opening === mine) opening = undefined;
      throw error;
    });
    opening = mine;
    return mine;
  };
}

/** For `await using`: closes at the end of the block in any case. */
export const closing = <T extends { close(): Promise<unknown> }>(opened: T): T & AsyncDisposable =>
  Object.assign(opened, { [Symbol.asyncDispose]: async () => void (await opened.close()) });
