/** Which HMAC algorithms suit a client's key. Pages use this file, so it imports nothing. */

/** Bytes of a client's signing key. */
export const LEAST_KEY_BYTES = 32;
export const MOST_KEY_BYTES = 512;

/** Algorithms, strongest first, and the shortest key in bytes of each (RFC 7518 section 3.2). */
const SHORTEST_KEYS = [
  ['HS512', 64],
  ['HS384', 48],
  ['HS256', LEAST_KEY_BYTES],
] as const;

/** Whether a signing key may have so many bytes. */
export const isKeyLength = (bytes: number): boolean =>
  bytes >= LEAST_KEY_BYTES && bytes <= MOST_KEY_BYTES;

/** Algorithms that a key of so many bytes may be used with, strongest first. */
export const algorithmsFor = (bytes: number) =>
  SHORTEST_KEYS.filter(([, least]) => bytes >= least).map(([name]) => name);

/** The strongest of them. */
export const strongestAlgorithm = (bytes: number) => algorithmsFor(bytes)[0] ?? 'HS256';
