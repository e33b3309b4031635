/** Bounds the messages that are in memory at once, waiting or worked on. */
import { Unavailable } from '../../errors.ts';

/** Bytes of images and videos, all calls of the process together. */
const MOST_BYTES = 100 * 1024 * 1024;

export interface MessagesInWork {
  /**
   * Counts a message until what is returned is called.
   * @throws Unavailable there are too many large ones already
   */
  hold(message: unknown): () => void;
}

export function createMessagesInWork(): MessagesInWork {
  let held = 0;
  return {
    hold(message) {
      const bytes = bytesOf(message);
      if (held + bytes > MOST_BYTES)
        throw new Unavailable('Too many large requests at once; try again.', 2);
      held += bytes;
      return () => {
        held -= bytes;
      };
    },
  };
}

/** Of the byte strings in it: all else is small. */
function bytesOf(value: unknown): number {
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, member) => sum + bytesOf(member), 0);
}
