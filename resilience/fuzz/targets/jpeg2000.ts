import { InvalidImage } from '../../../src/errors.ts';
import { decodeJpeg2000 } from '../../../src/faces/image/jpeg2000.ts';
import { Broken, type Target } from '../target.ts';
import { target as headers } from './jpeg2000-headers.ts';

/** With OpenJPEG; each case has its own instance. */
export const target: Target = {
  seeds: headers.seeds,
  cost: 500,
  bound: 512 * 2 ** 20,
  isRefusal: (error) => error instanceof InvalidImage,
  async parse(input) {
    const { width, height, channels, data } = await decodeJpeg2000(input, 100_000);
    if (data.length !== width * height * channels) throw new Broken('pixels are missing');
  },
};
