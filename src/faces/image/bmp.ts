/** Reads Windows and OS/2 bitmaps: uncompressed, bit fields, RLE4 and RLE8. Alpha is ignored. */
import { InvalidImage } from '../../errors.ts';
import { checkSize, DAMAGED, NOT_DECODABLE, type Picture } from './picture.ts';

const BI_RGB = 0;
const BI_RLE8 = 1;
const BI_RLE4 = 2;
const BI_BITFIELDS = 3;
const BI_ALPHABITFIELDS = 6;

const CORE_HEADER = 12;
const INFO_HEADER = 40;
const HEADER_SIZES: ReadonlySet<number> = new Set([CORE_HEADER, INFO_HEADER, 52, 56, 64, 108, 124]);

/** Most pixels that two bytes of run-length code stand for. */
const LONGEST_RUN = 255;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly topDown: boolean;
  readonly bits: number;
  readonly compression: number;
  /** 256 entries of 3 bytes RGB, black beyond the file's own; empty above 8 bits. */
  readonly palette: Uint8Array;
  /** Bit masks of red, green and blue for 16 and 32 bits. */
  readonly masks: readonly [number, number, number];
  readonly pixels: number;
}

/** Decodes a BMP. Allocates memory only once the file is large enough. @throws InvalidImage */
export function decodeBmp(bytes: Uint8Array, maxPixels: number): Picture {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const header = readHeader(view);
    checkSize(header.width, header.height, maxPixels);
    const { compression } = header;
    if (compression === BI_RLE8 || compression === BI_RLE4) return decodeRuns(bytes, header);
    return decodeRows(view, header);
  } catch (error) {
    // DataView throws it for every read beyond the end.
    if (error instanceof RangeError) throw new InvalidImage(DAMAGED, undefined, error.message);
    throw error;
  }
}

function readHeader(view: DataView): Header {
  const headerSize = view.getUint32(14, true);
  if (!HEADER_SIZES.has(headerSize)) throw refusal(`header of ${headerSize} bytes`);
  const core = headerSize === CORE_HEADER;
  const height = core ? view.getUint16(20, true) : view.getInt32(22, true);
  const bits = view.getUint16(core ? 24 : 28, true);
  const compression = core ? BI_RGB : view.getUint32(30, true);
  const allowed: Record<number, readonly number[]> = {
    [BI_RGB]: [1, 4, 8, 16, 24, 32],
    [BI_RLE8]: [8],
    [BI_RLE4]: [4],
    [BI_BITFIELDS]: [16, 32],
    [BI_ALPHABITFIELDS]: [16, 32],
  };
  if (!allowed[compression]?.includes(bits)) {
    throw refusal(`compression ${compression} with ${bits} bits`);
  }
  const pixels = view.getUint32(10, true);
  return {
    width: core ? view.getUint16(18, true) : view.getInt32(18, true),
    height: Math.abs(height),
    topDown: height < 0,
    bits,
    compression,
    palette: bits <= 8 ? readPalette(view, headerSize, bits, pixels) : new Uint8Array(0),
    masks: readMasks(view, bits, compression),
    pixels,
  };
}

function readPalette(view: DataView, headerSize: number, bits: number, end: number): Uint8Array {
  const entry = headerSize === CORE_HEADER ? 3 : 4;
  const declared = headerSize === CORE_HEADER ? 0 : view.getUint32(46, true);
  const start = 14 + headerSize;
  const room = Math.max(0, Math.floor((end - start) / entry));
  const count = Math.min(declared > 0 ? declared : 256, 2 ** bits, room);
  const palette = new Uint8Array(3 * 256);
  for (let i = 0; i < count; i++) {
    for (let channel = 0; channel < 3; channel++) {
      palette[3 * i + channel] = view.getUint8(start + entry * i + 2 - channel);
    }
  }
  return palette;
}

function readMasks(view: DataView, bits: number, compression: number): [number, number, number] {
  if (compression === BI_RGB) {
    return bits === 16 ? [0x7c00, 0x03e0, 0x001f] : [0xff0000, 0x00ff00, 0x0000ff];
  }
  // The masks follow a 40-byte header. In every longer header they are the next fields.
  if (compression !== BI_BITFIELDS && compression !== BI_ALPHABITFIELDS) return [0, 0, 0];
  return [view.getUint32(54, true), view.getUint32(58, true), view.getUint32(62, true)];
}

/** Uncompressed rows, each padded to four bytes. */
function decodeRows(view: DataView, header: Header): Picture {
  const { width, height, bits, palette, pixels } = header;
  const stride = Math.floor((width * bits + 31) / 32) * 4;
  // Some writers leave out the padding of the last row.
  if (pixels + stride * (height - 1) + Math.ceil((width * bits) / 8) > view.byteLength) {
    throw new InvalidImage(DAMAGED, undefined, 'fewer rows than the header says');
  }
  const data = new Uint8Array(width * height * 3);
  const channels = header.masks.map(maskReader);
  const largest = 2 ** bits - 1;
  for (let y = 0; y < height; y++) {
    const row = pixels + stride * (header.topDown ? y : height - 1 - y);
    for (let x = 0; x < width; x++) {
      const to = 3 * (y * width + x);
      if (bits === 24) {
        const from = row + 3 * x;
        data[to] = view.getUint8(from + 2);
        data[to + 1] = view.getUint8(from + 1);
        data[to + 2] = view.getUint8(from);
      } else if (bits > 8) {
        const wide = bits === 32;
        const value = wide ? view.getUint32(row + 4 * x, true) : view.getUint16(row + 2 * x, true);
        for (let channel = 0; channel < 3; channel++)
          data[to + channel] = channels[channel]!(value);
      } else {
        const position = x * bits;
        const shift = 8 - bits - (position & 7);
        const index = (view.getUint8(row + (position >> 3)) >> shift) & largest;
        paint(data, to, palette, index);
      }
    }
  }
  return { width, height, data };
}

/** Reads the bits of a mask and stretches them to 0..255. */
function maskReader(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const largest = mask >>> shift;
  return (value) => Math.round((((value & mask) >>> shift) * 255) / largest);
}

/** Decodes run-length code. Skipped places keep the first palette colour. */
function decodeRuns(bytes: Uint8Array, header: Header): Picture {
  const { width, height, palette } = header;
  if ((bytes.length - header.pixels) * (LONGEST_RUN / 2) < width * height) {
    throw new InvalidImage(DAMAGED, undefined, 'fewer runs than the header says');
  }
  const indices = new Uint8Array(width * height);
  const nibbles = header.compression === BI_RLE4;
  let [x, y, at] = [0, 0, header.pixels];
  const next = () => {
    const byte = bytes[at++];
    if (byte === undefined) throw new RangeError('the run-length code has no end');
    return byte;
  };
  const put = (index: number) => {
    if (x < width && y < height) indices[(header.topDown ? y : height - 1 - y) * width + x] = index;
    x++;
  };
  const half = (byte: number, i: number) => (i % 2 === 0 ? byte >> 4 : byte & 15);
  while (y < height) {
    const [count, code] = [next(), next()];
    if (count > 0) {
      for (let i = 0; i < count; i++) put(nibbles ? half(code, i) : code);
    } else if (code === 0) {
      [x, y] = [0, y + 1];
    } else if (code === 1) {
      break;
    } else if (code === 2) {
      [x, y] = [x + next(), y + next()];
    } else {
      const start = at;
      for (let i = 0, byte = 0; i < code; i++) {
        if (!nibbles || i % 2 === 0) byte = next();
        put(nibbles ? half(byte, i) : byte);
      }
      at += (at - start) % 2;
    }
  }
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < indices.length; i++) paint(data, 3 * i, palette, indices[i]!);
  return { width, height, data };
}

/** Byte by byte: views of so few bytes cost forty times as much. An absent colour is black. */
function paint(data: Uint8Array, to: number, palette: Uint8Array, index: number): void {
  data[to] = palette[3 * index] ?? 0;
  data[to + 1] = palette[3 * index + 1] ?? 0;
  data[to + 2] = palette[3 * index + 2] ?? 0;
}

function refusal(detail: string): InvalidImage {
  return new InvalidImage(NOT_DECODABLE, undefined, `BMP: ${detail}`);
}
