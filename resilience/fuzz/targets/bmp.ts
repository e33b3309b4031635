import { InvalidImage } from '../../../src/errors.ts';
import { decodeBmp } from '../../../src/faces/image/bmp.ts';
import { bmpFile } from '../../../testing/bmp.ts';
import { Broken, type Target } from '../target.ts';

const MOST_PIXELS = 100_000;
const data = Uint8Array.from({ length: 9 * 5 * 3 }, (_, i) => (7 * i) % 256);
const picture = { width: 9, height: 5, data };

export const target: Target = {
  seeds: [
    bmpFile(picture, { bits: 24 }),
    bmpFile(picture, { bits: 32, topDown: true }),
    bmpFile(picture, { bits: 16, fields: [0xf800, 0x07e0, 0x001f] }),
    bmpFile(picture, { bits: 8, runs: true }),
    bmpFile(picture, { bits: 4, runs: true }),
    bmpFile(picture, { bits: 1 }),
    bmpFile(picture, { bits: 8, core: true }),
  ],
  bound: 8 * 2 ** 20,
  isRefusal: (error) => error instanceof InvalidImage,
  parse(input) {
    const { width, height, data: pixels } = decodeBmp(input, MOST_PIXELS);
    if (width * height > MOST_PIXELS || pixels.length !== 3 * width * height)
      throw new Broken(`${pixels.length} bytes of ${width} × ${height} pixels`);
  },
};
