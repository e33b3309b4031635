/** Makes one known picture in every format and colour kind that the service accepts. */
import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { bmpFile } from './bmp.ts';

export const WIDTH = 160;
export const HEIGHT = 120;

export interface SampleImage {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Largest mean difference of the decoded levels from the picture, 0..255. */
  readonly tolerance: number;
  /** What has to come out, where it is not the picture itself. */
  readonly expected?: Uint8Array;
}

/** RGB bytes of the picture: soft colours, and a corner of its own so that turns are seen. */
export function samplePixels(): Uint8Array {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const inCorner = x < 40 && y < 30;
      const rgb = inCorner
        ? [230, 40, 40]
        : [40 + x, 90 + y, 128 + 60 * Math.sin(x / 25) * Math.cos(y / 20)];
      data.set(rgb, 3 * (y * WIDTH + x));
    }
  }
  return data;
}

/** The picture through a function of each pixel's levels. */
function mapPixels(change: (r: number, g: number, b: number) => number[]): Uint8Array {
  const pixels = samplePixels();
  for (let i = 0; i < pixels.length; i += 3) {
    pixels.set(change(pixels[i]!, pixels[i + 1]!, pixels[i + 2]!), i);
  }
  return pixels;
}

export function sampleImage(): Sharp {
  return sharp(samplePixels(), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
}

/** The picture with an alpha channel: opaque, but transparent right of the middle. */
export function halfTransparent(): Sharp {
  const rgb = samplePixels();
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const opaque = i % WIDTH < WIDTH / 2;
    rgba.set(opaque ? [...rgb.subarray(3 * i, 3 * i + 3), 255] : [0, 0, 0, 0], 4 * i);
  }
  return sharp(rgba, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } });
}

/** What the half-transparent picture looks like on a white page. */
export function halfWhite(): Uint8Array {
  return samplePixels().map((level, i) => (Math.floor(i / 3) % WIDTH < WIDTH / 2 ? level : 255));
}

/** Sharp converts the levels to the profile it embeds, so every sample shows the same colours. */
export async function sampleImages(): Promise<SampleImage[]> {
  const encoded = (name: string, tolerance: number, image: Sharp, expected?: Uint8Array) =>
    image.toBuffer().then((bytes) => ({ name, bytes, tolerance, ...(expected && { expected }) }));
  const image = sampleImage;
  const luma = await image().greyscale().raw().toBuffer();
  const grey = Uint8Array.from({ length: 3 * luma.length }, (_, i) => luma[Math.floor(i / 3)]!);
  const wide = Uint16Array.from(samplePixels(), (level) => level * 257);
  const wideImage = sharp(wide, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
  const rgb16 = () => wideImage.clone().toColourspace('rgb16');
  const white = halfWhite();
  const lzw = { compression: 'lzw' } as const;
  return Promise.all([
    encoded('JPEG', 3, image().jpeg({ quality: 95 })),
    encoded('JPEG, progressive', 3, image().jpeg({ quality: 95, progressive: true })),
    encoded('JPEG, grey', 3, image().greyscale().jpeg({ quality: 95 }), grey),
    encoded('JPEG, Display P3', 3, image().withIccProfile('p3').jpeg({ quality: 95 })),
    encoded('JPEG, CMYK', 8, image().withIccProfile('cmyk').jpeg({ quality: 98 })),
    encoded('PNG', 0, image().png()),
    encoded('PNG, Display P3', 2, image().withIccProfile('p3').png()),
    encoded('PNG, interlaced', 0, image().png({ progressive: true })),
    encoded('PNG, palette', 6, image().png({ palette: true, colours: 256 })),
    encoded('PNG, grey', 0, image().greyscale().png(), grey),
    encoded('PNG, 16 bit', 1, rgb16().png()),
    encoded('PNG, 16 bit grey', 2, wideImage.clone().toColourspace('grey16').png(), grey),
    encoded('PNG, transparent', 0, halfTransparent().png(), white),
    encoded('WebP', 5, image().webp({ quality: 95 })),
    encoded('WebP, lossless', 0, image().webp({ lossless: true })),
    encoded('WebP, transparent', 0, halfTransparent().webp({ lossless: true }), white),
    encoded('GIF', 12, image().gif()),
    encoded('TIFF', 0, image().tiff({ compression: 'none' })),
    encoded('TIFF, LZW', 0, image().tiff(lzw)),
    encoded('TIFF, tiled deflate', 0, image().tiff({ compression: 'deflate', tile: true })),
    encoded('TIFF, JPEG', 4, image().tiff({ compression: 'jpeg', quality: 95 })),
    encoded('TIFF, 16 bit', 1, rgb16().tiff(lzw)),
    encoded('TIFF, transparent', 0, halfTransparent().tiff(lzw), white),
    encoded('TIFF, big', 0, image().tiff({ compression: 'none', bigtiff: true })),
    encoded('AVIF', 4, image().avif({ quality: 90 })),
    encoded('AVIF, 10 bit', 4, image().avif({ quality: 90, bitdepth: 10 })),
    fixture('HEIC', 'picture.heic', 5),
    fixture('HEIC, Display P3', 'picture-p3.heic', 5),
    fixture('HEIC, turned by its container', 'picture-turned.heic', 5),
    ...bmpSamples(),
  ]);
}

/** Files no encoder here can make; test/fixtures/README.md says how they were made. */
async function fixture(name: string, file: string, tolerance: number): Promise<SampleImage> {
  const bytes = await readFile(new URL(`../test/fixtures/${file}`, import.meta.url));
  return { name, bytes, tolerance };
}

function bmpSamples(): SampleImage[] {
  const pixels = samplePixels();
  const picture = { width: WIDTH, height: HEIGHT, data: pixels };
  const bmp = (name: string, options: Parameters<typeof bmpFile>[1], tolerance: number) => ({
    name: `BMP, ${name}`,
    bytes: bmpFile(picture, options),
    tolerance,
  });
  const twoTone = mapPixels((r, g, b) => Array(3).fill(r + g + b > 384 ? 255 : 0));
  const sixteen = mapPixels((r) => Array(3).fill((r >> 4) * 17));
  const indexed = (name: string, data: Uint8Array, options: Parameters<typeof bmpFile>[1]) => ({
    name: `BMP, ${name}`,
    bytes: bmpFile({ ...picture, data }, options),
    tolerance: 0,
    expected: data,
  });
  const greys = mapPixels((r) => [r, r, r]);
  return [
    bmp('24 bit', { bits: 24 }, 0),
    bmp('24 bit, top down', { bits: 24, topDown: true }, 0),
    bmp('32 bit', { bits: 32 }, 0),
    bmp('32 bit fields', { bits: 32, fields: [0xff000000, 0xff0000, 0xff00] }, 0),
    bmp('16 bit', { bits: 16 }, 5),
    bmp('16 bit fields 5-6-5', { bits: 16, fields: [0xf800, 0x07e0, 0x001f] }, 5),
    indexed('8 bit', greys, { bits: 8 }),
    indexed('4 bit', sixteen, { bits: 4 }),
    indexed('1 bit', twoTone, { bits: 1 }),
    indexed('run-length 8', greys, { bits: 8, runs: true }),
    indexed('run-length 4', sixteen, { bits: 4, runs: true }),
    indexed('OS/2', greys, { bits: 8, core: true }),
  ];
}
