/** Joins rows that arrive while a write is under way into the next one: one commit for many. */

const MOST_AT_ONCE = 200;

interface Waiting<Row> {
  readonly row: Row;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Each call resolves when its row is committed and rejects when the write that held it failed.
 * @param write commits all rows or none
 */
export function createWriteQueue<Row>(
  write: (rows: readonly Row[]) => Promise<void>,
): (row: Row) => Promise<void> {
  let waiting: Waiting<Row>[] = [];
  let writing = false;
  const drain = async () => {
    writing = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE);
      waiting = waiting.slice(MOST_AT_ONCE);
      try {
        await write(batch.map(({ row }) => row));
        for (const { done } of batch) done();
      } catch {
        // One row may be to blame: each gets a write of its own.
        for (const { row, done, failed } of batch) await write([row]).then(done, failed);
      }
    }
    writing = false;
  };
  return (row) =>
    new Promise((done, failed) => {
      waiting.push({ row, done, failed });
      if (!writing) void drain();
    });
}
