/** Reduces a TIFF or BigTIFF file to its first directory, and that to entries about pixels. */

/** Tags (TIFF 6.0 and the ICC profile) that describe storage and colours of the first page. */
const KEPT: ReadonlySet<number> = new Set([
  ...[254, 256, 257, 258, 259, 262, 266, 274, 277, 278, 282, 283, 284, 292, 293, 296, 301, 317],
  ...[318, 319, 320, 322, 323, 332, 336, 338, 339, 347, 529, 530, 531, 532, 34675],
]);
/** Places and lengths of strips and tiles, as many as the picture has. */
const PLACES: ReadonlySet<number> = new Set([273, 279, 324, 325]);
/** Bytes of a value by type number. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
const MAX_VALUE_BYTES = 8 << 20;

/**
 * A copy in which libtiff finds a single directory and only bounded values. Otherwise every page
 * and value of a file may point to the same megabytes, which are all read with the header.
 * @returns the bytes themselves if the directory lies outside them
 */
export function withFirstTiffPage(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  try {
    cutDirectory(new DataView(copy.buffer), copy);
    return copy;
  } catch (error) {
    if (error instanceof RangeError) return bytes;
    throw error;
  }
}

/** Moves the kept entries together and ends the chain of directories, in place. */
function cutDirectory(view: DataView, bytes: Uint8Array): void {
  const little = view.getUint8(0) === 0x49;
  const big = view.getUint16(2, little) === 43;
  const number = (at: number) =>
    big ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little);
  const entryBytes = big ? 20 : 12;
  const directory = number(big ? 8 : 4);
  const count = big ? number(directory) : view.getUint16(directory, little);
  const first = directory + (big ? 8 : 2);
  let end = first;
  const kept = new Set<number>();
  for (let entry = first; entry < first + count * entryBytes; entry += entryBytes) {
    const tag = view.getUint16(entry, little);
    const size = (TYPE_BYTES[view.getUint16(entry + 2, little)] ?? 0) * number(entry + 4);
    const wanted = PLACES.has(tag) || (KEPT.has(tag) && size <= MAX_VALUE_BYTES);
    if (!wanted || kept.has(tag)) continue;
    kept.add(tag);
    bytes.copyWithin(end, entry, entry + entryBytes);
    end += entryBytes;
  }
  if (big) {
    view.setBigUint64(directory, BigInt(kept.size), little);
    view.setBigUint64(end, 0n, little);
  } else {
    view.setUint16(directory, kept.size, little);
    view.setUint32(end, 0, little);
  }
}
