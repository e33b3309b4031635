/** Asks somebody, and somebody else when that one fails or takes longer than most calls do. */

/** Rejects at once when its signal has aborted. */
export type Ask<T> = (signal: AbortSignal) => Promise<T>;

/**
 * The first answer of any; the others are told to stop.
 * @param asks at least one
 * @param patience milliseconds after which the next one is asked, beside those before
 * @throws AggregateError nobody answers: the reasons of all
 */
export function firstAnswer<T>(
  asks: readonly Ask<T>[],
  patience: number,
  signal: AbortSignal,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const reasons: unknown[] = [];
  let asked = 0;
  let timer: NodeJS.Timeout | undefined;
  const askNext = (): void => {
    clearTimeout(timer);
    const ask = asks[asked];
    if (ask === undefined) return;
    asked++;
    timer = setTimeout(askNext, patience);
    ask(either).then(resolve, (reason: unknown) => {
      reasons.push(reason);
      if (reasons.length === asks.length) reject(new AggregateError(reasons));
      else askNext();
    });
  };
  askNext();
  return promise.finally(() => {
    clearTimeout(timer);
    over.abort();
  });
}
