/** What asynchronous work is put together from: lanes, turns, pauses, openings and closings. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Works on as many items at a time as there are lanes; throws the first failure in their order. */
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

/** What is handed to it runs one after the other, whether the one before succeeded or not. */
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

/** Opens at the first call; after a failure, or `life` milliseconds, the next one opens anew. */
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

/** For `await using`: closed at the end of the block, whatever happens in it. */
export const closing = <T extends { close(): Promise<unknown> }>(opened: T): T & AsyncDisposable =>
  Object.assign(opened, { [Symbol.asyncDispose]: async () => void (await opened.close()) });
