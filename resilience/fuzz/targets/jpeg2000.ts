import { decoder } from '../../../packages/documents/src/jpeg2000/decode-jpeg2000.ts';
import { ImageRefused } from '../../../packages/documents/src/jpeg2000/image-refusals.ts';
import { Broken, type Target } from '../target.ts';
import { target as headers } from './jpeg2000-headers.ts';

/** With OpenJPEG; each case has its own instance. */
export const target: Target = {
  seeds: headers.seeds,
  cost: 500,
  bound: 512 * 2 ** 20,
  isRefusal: (error) => error instanceof ImageRefused,
  async parse(input) {
    const { width, height, channels, data } = await decoder.decode(input, 100_000);
    if (data.length !== width * height * channels) throw new Broken('pixels are missing');
  },
};
