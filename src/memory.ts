/** Frees memory outside the heap before it becomes garbage. */

/**
 * Frees bytes that are no longer used; their content is lost. As garbage they lie outside the heap,
 * where every 64 MB make V8 run a full collection. Does nothing to a part of a larger buffer.
 */
export function freeBytes(bytes: Uint8Array): void {
  if (bytes.byteLength === bytes.buffer.byteLength) (bytes.buffer as ArrayBuffer).transfer(0);
}
