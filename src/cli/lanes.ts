/** Several pieces of work at a time, taken from one list. */

/**
 * Each lane takes the next item when it is done with one. After a failure no lane begins another.
 * @throws the first failure
 */
export async function inLanes<T>(
  lanes: number,
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const source = (async function* () {
    yield* items;
  })();
  let failed = false;
  const lane = async () => {
    for (let next = await source.next(); !next.done && !failed; next = await source.next())
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
