/** Two things at once, in every order: one is interrupted by the other in each place in turn. */
import type { Database } from '../src/storage/database.ts';

export interface Interruptible {
  /**
   * The same database, with a way to interrupt whoever works on it around each of their statements
   * and transactions, as another process could.
   */
  readonly database: Database;
  /** A place that is no statement, such as the end of an examination. */
  place(): Promise<void>;
  /**
   * Repeats the round, arming the interruption one place further each time, until there are no more
   * places. Resolves to the number of places.
   */
  inEachPlace(round: (arm: Arm) => Promise<void>): Promise<number>;
}

/** What interrupts, from now on; it has to come by another connection. */
export type Arm = (intruder: () => Promise<unknown>) => void;

export function interruptible(database: Database): Interruptible {
  let wanted = 0;
  let reached = 0;
  let armed: (() => Promise<unknown>) | undefined;
  let writing = 0;
  const place = async () => {
    if (armed === undefined || writing > 0 || reached++ !== wanted) return;
    const intruder = armed;
    armed = undefined;
    await intruder();
  };
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await place();
      return result;
    },
  });
  return {
    database: {
      ...database,
      db,
      async write(fn) {
        await place();
        writing++;
        const result = await database.write(fn).finally(() => writing--);
        await place();
        return result;
      },
    },
    place,
    async inEachPlace(round) {
      for (wanted = 0; ; wanted++) {
        reached = 0;
        await round((intruder) => {
          armed = intruder;
        });
        const over = armed !== undefined;
        armed = undefined;
        if (over) return wanted;
      }
    },
  };
}
