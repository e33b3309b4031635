/** Removes chunks from a PNG whose compressed texts and profiles could unpack to any size. */
import { inflateSync } from 'node:zlib';

const SIGNATURE_BYTES = 8;
/** Length, type and check sum. */
const FRAME_BYTES = 12;
/** Larger than colour profiles of cameras, scanners and printers. */
const MAX_PROFILE_BYTES = 8 << 20;

/** Chunks that describe the pixels (PNG, 3rd edition, 11). `iCCP` is unpacked first. */
const PIXELS: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const DESCRIPTIONS: ReadonlySet<string> = new Set([
  'cHRM',
  'gAMA',
  'sRGB',
  'cICP',
  'sBIT',
  'pHYs',
  'eXIf',
]);

/** The file with its essential chunks, so that reading its header takes bounded time and memory. */
export function withoutPngTexts(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = [bytes.subarray(0, SIGNATURE_BYTES)];
  const seen = new Set<string>();
  let offset = SIGNATURE_BYTES;
  while (offset + FRAME_BYTES <= bytes.length) {
    const end = offset + FRAME_BYTES + view.getUint32(offset);
    if (end > bytes.length) break;
    const type = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
    const described =
      DESCRIPTIONS.has(type) ||
      (type === 'iCCP' && !seen.has(type) && isBounded(bytes.subarray(offset + 8, end - 4)));
    if (PIXELS.has(type) || (described && !seen.has(type))) parts.push(bytes.subarray(offset, end));
    seen.add(type);
    offset = end;
  }
  parts.push(bytes.subarray(offset));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return length === bytes.length ? bytes : Buffer.concat(parts, length);
}

/** Whether a profile unpacks to a plausible size: name, zero, method, zlib stream. */
function isBounded(profile: Uint8Array): boolean {
  const name = profile.subarray(0, 80).indexOf(0);
  try {
    inflateSync(profile.subarray(name + 2), { maxOutputLength: MAX_PROFILE_BYTES });
    return name > 0;
  } catch {
    return false;
  }
}
