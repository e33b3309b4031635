/** Commits that wait for the disk share a sync, without blocking the event loop. */

/**
 * @param sync flushes everything written to the disk
 * @returns resolves when everything written before the call is on the disk. After a failure it
 * always rejects: a disk may forget unwritten data, and report success the next time.
 */
export function createSharedSync(sync: () => Promise<void>): () => Promise<void> {
  let current = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    // The current sync may have begun before the caller wrote.
    next ??= current.then(() => {
      next = undefined;
      return sync();
    });
    current = next;
    return next;
  };
}
