/** Memory outside the heap, given back before it is garbage. */

/**
 * Frees bytes that nobody looks at any more; they are gone. As garbage they lie outside the heap, where
 * every 64 MB make V8 collect everything there is. Does nothing to a part of a larger buffer.
 */
export function freeBytes(bytes: Uint8Array): void {
  if (bytes.byteLength === bytes.buffer.byteLength) (bytes.buffer as ArrayBuffer).transfer(0);
}
