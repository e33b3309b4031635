/** Retries work while other writers interfere. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../errors.ts';

/** Thrown in a transaction that lost a race with another writer. It runs again. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict';
}

const FIRST_DELAY_MS = 2;
const LONGEST_DELAY_MS = 200;
const PATIENCE_MS = 30_000;

/**
 * Exponential back-off with full jitter.
 * @param work receives the number of its attempt, from 1
 * @param isConflict which errors are worth another attempt
 * @throws Unavailable conflicts have not ended after half a minute
 */
export async function retryConflicts<T>(
  work: (attempt: number) => Promise<T>,
  isConflict: (error: unknown, attempt: number) => boolean,
): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!(error instanceof WriteConflict) && !isConflict(error, attempt)) throw error;
      if (performance.now() > deadline) {
        const unavailable = new Unavailable('The database is busy.');
        unavailable.cause = error;
        throw unavailable;
      }
    }
    await sleep(Math.random() * Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS));
  }
}
