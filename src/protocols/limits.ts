/** Limits of a process for all protocols. */
import { MINUTE_MS } from '../durations.ts';

export const MEBIBYTE = 1024 * 1024;
/** Bytes of a body or message, with room for the framing of an image of the largest size. */
export const LARGEST_BODY = 50 * MEBIBYTE;
/** Bytes being received or processed, for each protocol; see `createByteBudget`. */
export const BYTES_IN_FLIGHT = 128 * MEBIBYTE;
/** Open calls of one HTTP/2 connection. */
export const CALLS_PER_CONNECTION = 32;
/** Milliseconds until an HTTP/2 connection without calls is closed. */
export const IDLE_CONNECTION = 10 * MINUTE_MS;
