/** Commits that wait for the disk share one wait, and the event loop does not wait with them. */

/**
 * @param sync brings everything that is written to the disk
 * @returns resolves when all that was written before the call is on the disk. Once that failed, it
 *   rejects for ever: a disk may forget what it could not write, and say nothing the next time.
 */
export function createSharedSync(sync: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    // What is under way may have begun before the caller wrote.
    next ??= running.then(() => {
      next = undefined;
      return sync();
    });
    running = next;
    return next;
  };
}
