/** JPEG 2000 is decoded within limits that its headers are held to first. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { loadDecoders } from '../../../src/faces/image/added-decoders.ts';
import { decodeImage } from '../../../src/faces/image/decode.ts';
import { sampleImage, samplePixels } from '../../../testing/images.ts';
import extension from '../src/index.ts';
import { checkCodestream } from '../src/jpeg2000/codestream.ts';
import { box, codestreamOf, colours, jp2File } from '../testing/jpeg2000-files.ts';

const MOST = 40_000_000;
const LIMITS = { maxPixels: MOST, maxSide: 1920 };
await loadDecoders(extension.decoders!.map(String));
const stream = await codestreamOf(sampleImage());
const SIZ = 2;
const COD = stream.indexOf('ff52', 'hex');
const SOT = stream.indexOf('ff90', 'hex');

/** The codestream with a number of `bytes` bytes at that place. */
function changed(at: number, value: number, bytes = 1): Buffer {
  const copy = Buffer.from(stream);
  copy.writeUIntBE(value, at, bytes);
  return copy;
}

/** The codestream with a segment before the first tile-part, or within its header. */
const inserted = (at: number, segment: string) => {
  const file = Buffer.concat([
    stream.subarray(0, at),
    Buffer.from(segment, 'hex'),
    stream.subarray(at),
  ]);
  if (at > SOT) file.writeUInt32BE(file.readUInt32BE(SOT + 6) + segment.length / 2, SOT + 6);
  return file;
};

/** A tile-part that ends where its content begins, after a comment. */
function withoutContent(): Buffer {
  const file = inserted(SOT + 12, 'ff6400040001');
  file.writeUInt32BE(18, SOT + 6);
  return file;
}

describe('the header of a codestream', () => {
  it.each([
    ['900 megapixels', changed(SIZ + 6, 30_000 * 2 ** 32 + 30_000, 6), /megapixels exceed/],
    ['4.2 megapixels', changed(SIZ + 10, 26_000, 4), /4.2 megapixels exceed the limit of 4$/],
    ['no pixels', changed(SIZ + 6, 0, 4), /not a decodable/],
    ['an image that begins elsewhere', changed(SIZ + 14, 1, 4), /not a decodable/],
    ['tiles of one pixel', changed(SIZ + 24, 2 ** 32 + 1, 6), /not a decodable/],
    ['two components', changed(SIZ + 38, 2, 2), /not a decodable/],
    ['components that are not there', changed(SIZ + 38, 0xffff, 2), /not a decodable/],
    ['sixteen bits', changed(SIZ + 40, 15), /not a decodable/],
    ['signed samples', changed(SIZ + 40, 0x87), /not a decodable/],
    ['sub-sampled colours', changed(SIZ + 44, 2), /not a decodable/],
    ['65535 layers', changed(COD + 6, 0xffff, 2), /not a decodable/],
    ['32 resolution levels', changed(COD + 9, 32), /not a decodable/],
    ['small precincts', inserted(SOT, 'ff52000e010000010101040400000077'), /not a decodable/],
    [
      'small precincts of a tile',
      inserted(SOT + 12, 'ff52000e010000010101040400000077'),
      /not a decodable/,
    ],
    ['32 levels of one component', inserted(SOT + 12, 'ff53000900002004040000'), /not a decodable/],
    ['a segment behind the end', changed(COD + 2, 0xffff, 2), /truncated/],
    ['a tile-part behind the end', changed(SOT + 6, 0xffffff, 4), /truncated/],
    ['a tile-part in its own header', changed(SOT + 6, 12, 4), /truncated/],
    ['a tile-part that leads back to itself', withoutContent(), /truncated/],
    ['nothing', stream.subarray(0, 2), /truncated/],
  ])('with %s is refused before pixels are decoded', (_, bytes, message) => {
    expect(() => checkCodestream(bytes, MOST)).toThrow(message);
  });

  it('is accepted from usual encoders', () => {
    expect(checkCodestream(stream, MOST)).toEqual({ width: 160, height: 120, components: 3 });
    expect(checkCodestream(changed(SOT + 6, 0, 4), MOST).width).toBe(160);
  });
});

describe('an image', async () => {
  const luma = await sampleImage().greyscale().raw().toBuffer();
  const grey = Uint8Array.from({ length: 3 * luma.length }, (_, i) => luma[Math.floor(i / 3)]!);
  const greyOne = await codestreamOf(sampleImage().greyscale().toColourspace('b-w'));
  const wide = await sampleImage().withIccProfile('p3').png().toBuffer();
  const { icc } = await sharp(wide).metadata();
  const wideOne = await codestreamOf(sharp(wide, { ignoreIcc: true }));
  const file = jp2File(stream);

  it.each([
    ['in a file', file, 0, samplePixels()],
    ['as a codestream', stream, 0, samplePixels()],
    ['in grey', jp2File(greyOne), 0, grey],
    ['in Display P3', jp2File(wideOne, colours(icc!)), 2, samplePixels()],
  ])('%s is decoded', async (_, bytes, tolerance, expected) => {
    const { picture } = await decodeImage(bytes, LIMITS);
    const sum = picture.data.reduce((sum, level, i) => sum + Math.abs(level - expected[i]!), 0);
    expect(sum / expected.length).toBeLessThanOrEqual(tolerance);
  });

  it('is held to the pixel limit', async () => {
    const limits = { ...LIMITS, maxPixels: 160 * 120 - 1 };
    await expect(decodeImage(file, limits)).rejects.toThrow('exceed the limit of 0.1');
  });
});

describe('a JP2 file', () => {
  it.each([
    ['without a codestream', jp2File(stream).subarray(0, -stream.length - 8)],
    ['without its header', Buffer.concat([jp2File(stream).subarray(0, 32), box('jp2c', stream)])],
    ['without colours', jp2File(stream, box('free'))],
    ['in the colours of a press', jp2File(stream, colours(12))],
    ['with a palette', jp2File(stream, box('pclr'), colours(16))],
  ])('%s is refused', async (_, bytes) => {
    await expect(decodeImage(bytes, LIMITS)).rejects.toThrow('not a decodable image');
  });

  it('with a truncated codestream is damaged', async () => {
    const cut = stream.subarray(0, stream.length - 900);
    cut.writeUInt32BE(0, SOT + 6);
    await expect(decodeImage(jp2File(cut), LIMITS)).rejects.toThrow('truncated or damaged image');
  });

  it('with an invalid profile is decoded without it', async () => {
    const file = jp2File(stream, colours(Buffer.alloc(200, 7)));
    const { picture } = await decodeImage(file, LIMITS);
    expect(
      Buffer.from(picture.data).equals(
        await sharp(await sampleImage().png().toBuffer())
          .raw()
          .toBuffer(),
      ),
    ).toBe(true);
  });
});
