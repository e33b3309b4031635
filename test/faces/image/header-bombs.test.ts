/** Reading a header takes bounded time and memory, whatever its texts, profiles and tags unpack to. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeImage } from '../../../src/faces/image/decode.ts';
import { withoutPngTexts } from '../../../src/faces/image/png-chunks.ts';
import { withFirstTiffPage } from '../../../src/faces/image/tiff-directory.ts';

const LIMITS = { maxPixels: 40_000_000, maxSide: 1920 };
const RED = { create: { width: 64, height: 48, channels: 3, background: '#c02010' } } as const;

const chunk = (type: string, data: Uint8Array) => {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4);
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
};
/** The chunks stand right behind the header. */
const withChunks = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
const packed = deflateSync(Buffer.alloc(20 << 20), { level: 9 });
const named = (name: string, data: Uint8Array) =>
  Buffer.concat([Buffer.from(`${name}\0\0`, 'latin1'), data]);

describe('a PNG', async () => {
  const plain = await sharp(RED).png().toBuffer();

  it('is read without its texts', async () => {
    const texts = Array.from({ length: 50 }, (_, i) => chunk('zTXt', named(`k${i}`, packed)));
    const bomb = withChunks(plain, ...texts, chunk('iTXt', named('k', packed)));
    expect(withoutPngTexts(bomb).length).toBeLessThan(2 * plain.length);
    expect((await decodeImage(bomb, LIMITS)).picture.data).toEqual(
      (await decodeImage(plain, LIMITS)).picture.data,
    );
  });

  it('is read without an oversized or second profile', async () => {
    const bomb = withChunks(plain, chunk('iCCP', named('icc', packed)));
    expect(Buffer.from(withoutPngTexts(bomb)).includes('iCCP')).toBe(false);
    const real = await sharp(RED).png().withIccProfile('p3').toBuffer();
    expect(withoutPngTexts(real)).toBe(real);
    const again = withChunks(real, chunk('eXIf', Buffer.alloc(8)), chunk('eXIf', Buffer.alloc(8)));
    expect(Buffer.from(withoutPngTexts(again)).toString('latin1').split('eXIf')).toHaveLength(2);
  });

  it('is left unchanged if truncated', () => {
    const cut = plain.subarray(0, plain.length - 20);
    expect(Buffer.from(withoutPngTexts(cut)).equals(cut)).toBe(true);
  });
});

describe('a TIFF', async () => {
  const plain = await sharp(RED).tiff({ compression: 'lzw' }).toBuffer();
  const directory = plain.readUInt32LE(4);
  const count = plain.readUInt16LE(directory);

  /** Another directory at the end: entries of the first, then more. */
  const withDirectory = (more: Buffer, next: number) => {
    const entries = plain.subarray(directory + 2, directory + 2 + 12 * count);
    const head = Buffer.alloc(2);
    head.writeUInt16LE(count + more.length / 12);
    const link = Buffer.alloc(4);
    link.writeUInt32LE(next);
    const file = Buffer.concat([plain, head, entries, more, link]);
    file.writeUInt32LE(plain.length, 4);
    return file;
  };
  const tag = (number: number, length: number) => {
    const entry = Buffer.alloc(12);
    entry.writeUInt16LE(number, 0);
    entry.writeUInt16LE(1, 2);
    entry.writeUInt32LE(length, 4);
    entry.writeUInt32LE(8, 8);
    return entry;
  };

  it('is read without further pages and unknown tags', async () => {
    const more = Buffer.concat(Array.from({ length: 500 }, (_, i) => tag(40_000 + i, 1 << 28)));
    const bomb = withDirectory(more, plain.length);
    const read = Buffer.from(withFirstTiffPage(bomb));
    const kept = read.readUInt16LE(plain.length);
    expect(kept).toBeLessThanOrEqual(count);
    expect(read.readUInt32LE(plain.length + 2 + 12 * kept)).toBe(0);
    expect((await decodeImage(bomb, LIMITS)).picture.data).toEqual(
      (await decodeImage(plain, LIMITS)).picture.data,
    );
  });

  it('is left unchanged if a directory is outside', () => {
    const damaged = Buffer.from(plain);
    damaged.writeUInt32LE(0xfffffff0, 4);
    expect(Buffer.from(withFirstTiffPage(damaged)).equals(damaged)).toBe(true);
  });
});
