/** Boxes of ISO base media files (ISO 14496-12). */

/** Bytes of a box's head, and of the whole box; undefined: too few for a head. */
export function boxAt(
  file: Buffer,
  at: number,
): { readonly head: number; readonly size: number } | undefined {
  if (at + 8 > file.length) return undefined;
  const size = file.readUInt32BE(at);
  if (size === 0) return { head: 8, size: file.length - at };
  const isLong = size === 1 && at + 16 <= file.length;
  const box = isLong ? { head: 16, size: Number(file.readBigUInt64BE(at + 8)) } : { head: 8, size };
  return box.size < box.head ? undefined : box;
}
