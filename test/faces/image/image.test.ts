/** Every accepted format and colour kind decodes to the same upright sRGB picture. */
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeImage } from '../../../src/faces/image/decode.ts';
import { encodePng } from '../../../src/faces/image/picture.ts';
import {
  HEIGHT,
  halfTransparent,
  halfWhite,
  sampleImage,
  sampleImages,
  samplePixels,
  WIDTH,
} from '../../../testing/images.ts';
import { samplePhoto } from '../../../testing/shared.ts';

const LIMITS = { maxPixels: 40_000_000, maxSide: 1920 };

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((sum, level, i) => sum + Math.abs(level - b[i]!), 0) / a.length;
}

describe('formats and colour kinds', async () => {
  it.each(await sampleImages())('$name', async ({ bytes, tolerance, expected }) => {
    const { width, height, scale, picture } = await decodeImage(bytes, LIMITS);
    expect({ width, height, scale }).toEqual({ width: WIDTH, height: HEIGHT, scale: 1 });
    expect(picture).toMatchObject({ width: WIDTH, height: HEIGHT });
    expect(picture.data).toBeInstanceOf(Uint8Array);
    const difference = meanDifference(picture.data, expected ?? samplePixels());
    expect(difference).toBeLessThanOrEqual(tolerance);
  });

  it('reads CMYK without a profile as the default press', async () => {
    const bytes = await sampleImage().toColourspace('cmyk').jpeg({ quality: 98 }).toBuffer();
    expect((await sharp(bytes).metadata()).space).toBe('cmyk');
    const { picture } = await decodeImage(bytes, LIMITS);
    expect(meanDifference(picture.data, samplePixels())).toBeLessThan(25);
  });

  it('reads black and white TIFF of one bit', async () => {
    const pixels = { create: { width: 16, height: 16, channels: 3, background: '#fff' } } as const;
    const bytes = await sharp(pixels).greyscale().threshold(128).tiff({ bitdepth: 1 }).toBuffer();
    const { picture } = await decodeImage(bytes, LIMITS);
    expect(picture.data.every((level) => level === 255)).toBe(true);
  });

  it.each(['gif', 'webp'] as const)('reads the first frame of an animated %s', async (format) => {
    const first = samplePixels();
    const frames = Buffer.concat([first, new Uint8Array(first.length)]);
    const raw = { width: WIDTH, height: 2 * HEIGHT, channels: 3, pageHeight: HEIGHT } as const;
    const animation = sharp(frames, { raw });
    const bytes = await (format === 'gif' ? animation.gif() : animation.webp()).toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(2);
    const { picture } = await decodeImage(bytes, LIMITS);
    expect(picture.height).toBe(HEIGHT);
    expect(meanDifference(picture.data, first)).toBeLessThan(12);
  });

  it('lays transparency over white, also in 16-bit and grey images', async () => {
    const deep = await halfTransparent().toColourspace('rgb16').png().toBuffer();
    const { picture } = await decodeImage(deep, LIMITS);
    expect(meanDifference(picture.data, halfWhite())).toBeLessThan(1);
    const grey = await halfTransparent().toColourspace('b-w').png().toBuffer();
    const decoded = await decodeImage(grey, LIMITS);
    expect([...decoded.picture.data.subarray(-3)]).toEqual([255, 255, 255]);
  });

  it('reads a view into a larger buffer', async () => {
    for (const { bytes } of await sampleImages()) {
      const larger = new Uint8Array(bytes.length + 99).fill(7);
      larger.set(bytes, 51);
      const view = larger.subarray(51, 51 + bytes.length);
      await expect(decodeImage(view, LIMITS)).resolves.toMatchObject({ width: WIDTH });
    }
  });
});

describe('EXIF orientation', () => {
  const [right, bottom] = [WIDTH - 1, HEIGHT - 1];
  /** Where a camera stores the upright pixel (x, y), so that the viewer has to turn the image. */
  const stored: Record<number, (x: number, y: number) => [number, number]> = {
    1: (x, y) => [x, y],
    2: (x, y) => [right - x, y],
    3: (x, y) => [right - x, bottom - y],
    4: (x, y) => [x, bottom - y],
    5: (x, y) => [y, x],
    6: (x, y) => [y, right - x],
    7: (x, y) => [bottom - y, right - x],
    8: (x, y) => [bottom - y, x],
  };

  function photograph(orientation: number): Sharp {
    const upright = samplePixels();
    const data = new Uint8Array(upright.length);
    const swapped = orientation >= 5;
    const [width, height] = swapped ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      const [x, y] = stored[orientation]!(i % WIDTH, Math.floor(i / WIDTH));
      data.set(upright.subarray(3 * i, 3 * i + 3), 3 * (y * width + x));
    }
    return sharp(data, { raw: { width, height, channels: 3 } }).withMetadata({ orientation });
  }

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('%i', async (orientation) => {
    const image = photograph(orientation);
    const files = [image.clone().png(), image.clone().jpeg(), image.clone().tiff(), image.webp()];
    for (const file of files) {
      const { width, height, picture } = await decodeImage(await file.toBuffer(), LIMITS);
      expect({ width, height }).toEqual({ width: WIDTH, height: HEIGHT });
      expect(meanDifference(picture.data, samplePixels())).toBeLessThan(6);
    }
  });

  it('is applied before the image is reduced', async () => {
    const bytes = await photograph(6).jpeg().toBuffer();
    const { width, height, picture, scale } = await decodeImage(bytes, { ...LIMITS, maxSide: 80 });
    expect({ width, height, scale }).toEqual({ width: WIDTH, height: HEIGHT, scale: 0.5 });
    expect(picture).toMatchObject({ width: 80, height: 60 });
    expect(picture.data[0]).toBeGreaterThan(picture.data[1]! + 100);
  });
});

describe('size', () => {
  it.each([
    [1, 1],
    [30_000, 2],
    [2, 30_000],
  ])('accepts %i×%i', async (width, height) => {
    const create = { width, height, channels: 3, background: '#806040' } as const;
    const bytes = await sharp({ create }).png().toBuffer();
    const decoded = await decodeImage(bytes, LIMITS);
    expect(decoded).toMatchObject({ width, height });
    expect(Math.max(decoded.picture.width, decoded.picture.height)).toBeLessThanOrEqual(1920);
    expect(decoded.picture.data.subarray(0, 3)).toEqual(new Uint8Array([0x80, 0x60, 0x40]));
  });

  it('reduces a photograph to the longest allowed side, and reports the scale', async () => {
    const bytes = await sharp(samplePhoto(6)).toBuffer();
    const { width, height, picture, scale } = await decodeImage(bytes, { ...LIMITS, maxSide: 640 });
    expect(picture.width).toBe(640);
    expect(picture.width / width).toBeCloseTo(scale, 10);
    expect(picture.height / height).toBeCloseTo(scale, 2);
  });
});

describe('encodePng', () => {
  it('writes the same pixels and no metadata', async () => {
    const picture = { width: WIDTH, height: HEIGHT, data: samplePixels() };
    const png = await encodePng(picture);
    expect((await decodeImage(png, LIMITS)).picture.data).toEqual(new Uint8Array(picture.data));
    const { exif, icc, xmp, iptc, orientation } = await sharp(png).metadata();
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
  });
});
