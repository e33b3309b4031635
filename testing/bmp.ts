/** Writes BMP files of every kind, for tests. */
import type { Picture } from '../src/faces/image/picture.ts';

export interface BmpOptions {
  /** 8 and fewer bits take the red level as a grey. */
  readonly bits: 1 | 4 | 8 | 16 | 24 | 32;
  readonly topDown?: boolean;
  /** Masks of red, green and blue (BI_BITFIELDS). */
  readonly fields?: readonly [number, number, number];
  /** Run-length code for 4 and 8 bits. */
  readonly runs?: boolean;
  /** The 12-byte header of OS/2 with 3-byte palette entries. */
  readonly core?: boolean;
}

export function bmpFile(picture: Picture, options: BmpOptions): Uint8Array {
  const { bits } = options;
  const colours = bits <= 8 ? 2 ** bits : 0;
  const entry = options.core ? 3 : 4;
  const palette = Buffer.alloc(colours * entry);
  for (let i = 0; i < colours; i++) {
    palette.fill(Math.round((i * 255) / (colours - 1)), i * entry, i * entry + 3);
  }
  const masks = Buffer.alloc(options.fields ? 12 : 0);
  options.fields?.forEach((mask, i) => {
    masks.writeUInt32LE(mask >>> 0, 4 * i);
  });
  const pixels = options.runs ? runs(picture, bits) : rows(picture, options);
  const info = options.core ? coreHeader(picture, bits) : infoHeader(picture, options);
  const head = Buffer.concat([Buffer.alloc(14), info, masks, palette]);
  head.write('BM', 'latin1');
  head.writeUInt32LE(head.length + pixels.length, 2);
  head.writeUInt32LE(head.length, 10);
  return Buffer.concat([head, pixels]);
}

function infoHeader({ width, height }: Picture, options: BmpOptions): Buffer {
  const runLength = options.bits === 8 ? 1 : 2;
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(options.topDown ? -height : height, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(options.bits, 14);
  header.writeUInt32LE(options.fields ? 3 : options.runs ? runLength : 0, 16);
  return header;
}

function coreHeader({ width, height }: Picture, bits: number): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt32LE(12, 0);
  header.writeUInt16LE(width, 4);
  header.writeUInt16LE(height, 6);
  header.writeUInt16LE(1, 8);
  header.writeUInt16LE(bits, 10);
  return header;
}

function rows({ width, height, data }: Picture, options: BmpOptions): Buffer {
  const { bits } = options;
  const fields = options.fields ?? (bits === 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff]);
  const stride = Math.floor((width * bits + 31) / 32) * 4;
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const line = stride * (options.topDown ? y : height - 1 - y);
    for (let x = 0; x < width; x++) {
      const [r, g, b] = data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3);
      if (bits === 24) out.set([b!, g!, r!], line + 3 * x);
      else if (bits === 32) out.writeUInt32LE(pack([r!, g!, b!], fields), line + 4 * x);
      else if (bits === 16) out.writeUInt16LE(pack([r!, g!, b!], fields), line + 2 * x);
      else out[line + ((x * bits) >> 3)]! |= (r! >> (8 - bits)) << (8 - bits - ((x * bits) % 8));
    }
  }
  return out;
}

function pack(levels: readonly number[], masks: readonly number[]): number {
  const value = levels.reduce((sum, level, channel) => {
    const mask = masks[channel]!;
    const shift = 31 - Math.clz32(mask & -mask);
    return sum | (Math.round((level / 255) * (mask >>> shift)) << shift);
  }, 0);
  return value >>> 0;
}

/** Alternates runs and literal stretches, line by line. */
function runs({ width, height, data }: Picture, bits: number): Buffer {
  const out: number[] = [];
  for (let y = height - 1; y >= 0; y--) {
    const line = Array.from({ length: width }, (_, x) => data[3 * (y * width + x)]! >> (8 - bits));
    for (let x = 0; x < width; ) {
      const literal = Math.min(7, width - x);
      if (x % 2 === 0 && literal >= 3) {
        const stretch = line.slice(x, x + literal);
        const codes = bits === 8 ? stretch : nibbles(stretch);
        out.push(0, literal, ...codes, ...(codes.length % 2 === 1 ? [0] : []));
        x += literal;
      } else {
        out.push(1, bits === 8 ? line[x]! : line[x]! << 4);
        x++;
      }
    }
    out.push(0, 0);
  }
  return Buffer.from([...out, 0, 1]);
}

function nibbles(indices: readonly number[]): number[] {
  return Array.from(
    { length: Math.ceil(indices.length / 2) },
    (_, i) => (indices[2 * i]! << 4) | (indices[2 * i + 1] ?? 0),
  );
}
