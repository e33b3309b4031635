/** What a process takes in before it refuses, by whichever protocol it comes. */
import { MINUTE_MS } from '../durations.ts';

export const MEBIBYTE = 1024 * 1024;
/** Bytes of a body or message, with room for what frames an image of the largest size. */
export const LARGEST_BODY = 50 * MEBIBYTE;
/** Bytes of all that is arriving or worked on, of each protocol; see `createByteBudget`. */
export const BYTES_IN_FLIGHT = 128 * MEBIBYTE;
/** Calls that one connection of HTTP/2 may have open. */
export const CALLS_PER_CONNECTION = 32;
/** Milliseconds after which a connection of HTTP/2 without calls is closed. */
export const IDLE_CONNECTION = 10 * MINUTE_MS;
