/** Every accepted image becomes a JPEG or PNG: upright, in sRGB, at full size, without metadata. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { InvalidImage } from '../../../src/errors.ts';
import { convertImage } from '../../../src/faces/image/convert.ts';
import { sampleImages } from '../../../testing/images.ts';

const MOST = 40_000_000;

describe('an image', () => {
  it('of any format can be converted', async () => {
    for (const { name, bytes } of await sampleImages())
      for (const format of ['jpeg', 'png'] as const) {
        const { bytes: made, width, height } = await convertImage(bytes, format, MOST);
        const found = await sharp(made).metadata();
        expect(found, name).toMatchObject({ format, width, height, space: 'srgb', channels: 3 });
        expect([found.exif, found.icc, found.xmp], name).toEqual([undefined, undefined, undefined]);
      }
  });

  it('becomes upright', async () => {
    const create = { width: 30, height: 20, channels: 3, background: '#a00' } as const;
    const turned = await sharp({ create }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await convertImage(turned, 'png', MOST)).toMatchObject({ width: 20, height: 30 });
  });

  it('is scaled down to a side, never up', async () => {
    const create = { width: 30, height: 20, channels: 3, background: '#a00' } as const;
    const png = await sharp({ create }).png().toBuffer();
    expect(await convertImage(png, 'jpeg', MOST, 15)).toMatchObject({ width: 15, height: 10 });
    expect(await convertImage(png, 'jpeg', MOST, 60)).toMatchObject({ width: 30, height: 20 });
  });

  it('is refused beyond the limit, and damaged', async () => {
    const create = { width: 30, height: 20, channels: 3, background: '#a00' } as const;
    const png = await sharp({ create }).png().toBuffer();
    await expect(convertImage(png, 'jpeg', 500)).rejects.toThrow(InvalidImage);
    await expect(convertImage(png.subarray(0, 60), 'jpeg', MOST)).rejects.toThrow(InvalidImage);
  });
});
