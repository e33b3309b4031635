/**
 * Repairs a truncated WebM or Matroska file: its last cluster now ends with the last complete
 * block. Readers skip a cluster without an end, which may be seconds of frames. Elements: RFC 8794
 * (EBML), RFC 9559 (Matroska).
 */

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;

interface Element {
  readonly id: number;
  /** Offset of its size, and the start and end of its data. */
  readonly sizeAt: number;
  readonly start: number;
  readonly end: number;
}

/** A copy of the file if its last cluster is cut off. Otherwise the file itself. */
export function closeLastCluster(video: Uint8Array): Uint8Array {
  const header = elementAt(video, 0);
  const segment = header?.id === EBML ? elementAt(video, header.end) : undefined;
  if (segment?.id !== SEGMENT) return video;
  for (let at = segment.start; ; ) {
    const element = elementAt(video, at);
    if (element === undefined) return video;
    if (element.end > video.length) return element.id === CLUSTER ? closed(video, element) : video;
    at = element.end;
  }
}

function closed(video: Uint8Array, { sizeAt, start }: Element): Uint8Array {
  let end = start;
  for (;;) {
    const block = elementAt(video, end);
    if (block === undefined || block.end > video.length) break;
    end = block.end;
  }
  const whole = video.slice(0, end);
  let size = end - start;
  for (let i = start - 1; i >= sizeAt; i--) {
    whole[i] = size % 256;
    size = Math.floor(size / 256);
  }
  whole[sizeAt]! |= 0x100 >> (start - sizeAt);
  return whole;
}

/** Undefined: no element, or one of unknown size, as in live recordings. */
function elementAt(bytes: Uint8Array, at: number): Element | undefined {
  const id = numberAt(bytes, at);
  if (id === undefined) return undefined;
  const sizeAt = at + id.width;
  const size = numberAt(bytes, sizeAt);
  if (size === undefined) return undefined;
  const marker = 2 ** (7 * size.width);
  const length = size.value - marker;
  if (length === marker - 1) return undefined;
  const start = sizeAt + size.width;
  return { id: id.value, sizeAt, start, end: start + length };
}

/** A number of one to eight bytes, whose leading byte encodes how many. Keeps that marker. */
function numberAt(bytes: Uint8Array, at: number): { value: number; width: number } | undefined {
  const width = Math.clz32(bytes[at] ?? 0) - 23;
  if (width > 8 || at + width > bytes.length) return undefined;
  let value = 0;
  for (let i = at; i < at + width; i++) value = value * 256 + bytes[i]!;
  return { value, width };
}
