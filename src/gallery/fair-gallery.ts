/** A gallery that shares out its searches: a queue per client, and the least served goes next. */
import { createFairQueue } from '../scheduling/fair-queue.ts';
import type { Gallery } from './gallery.ts';

/** Searches of one client that may wait. */
const MOST_WAITING = 256;

/** @param gallery is asked for `slots` searches at a time @returns Unavailable for a full queue */
export function shareOut(gallery: Gallery, slots: number): Gallery {
  const queue = createFairQueue({ slots, mostWaiting: MOST_WAITING });
  let unnamed = 0;
  return {
    ...gallery,
    async search(probes, options) {
      const share = options.share ?? { client: '', caller: `${++unnamed}` };
      const release = await queue.take({ share, signal: options.signal });
      try {
        return await gallery.search(probes, options);
      } finally {
        release();
      }
    },
  };
}
