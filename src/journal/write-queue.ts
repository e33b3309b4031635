/** Collects rows during a write and writes them together in the next: one commit for many. */
import { Unavailable } from '../errors.ts';

const MOST_AT_ONCE = 200;

interface Waiting<Row> {
  readonly row: Row;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** @param write commits all rows or none */
export function createWriteQueue<Row>(write: (rows: readonly Row[]) => Promise<void>) {
  let waiting: Waiting<Row>[] = [];
  let draining: Promise<void> | undefined;
  const drain = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE);
      waiting = waiting.slice(MOST_AT_ONCE);
      try {
        await write(batch.map(({ row }) => row));
        for (const { done } of batch) done();
      } catch (error) {
        if (error instanceof Unavailable) for (const { failed } of batch) failed(error);
        // A single row may be to blame, so each gets its own write.
        else for (const { row, done, failed } of batch) await write([row]).then(done, failed);
      }
    }
    draining = undefined;
  };
  return {
    /** Resolves when the row is committed and rejects when the write that held it failed. */
    add: (row: Row) =>
      new Promise<void>((done, failed) => {
        waiting.push({ row, done, failed });
        draining ??= drain();
      }),
    /** Rows that wait for the next write. */
    waiting: () => waiting.length,
    /** Resolves when nothing waits any more. */
    empty: async () => draining,
  };
}
