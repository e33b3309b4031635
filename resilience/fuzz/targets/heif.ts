import { readFileSync } from 'node:fs';
import { InvalidImage } from '../../../src/errors.ts';
import { decodeHeif } from '../../../src/faces/image/heif.ts';
import { Broken, type Target } from '../target.ts';

const file = (name: string) =>
  readFileSync(new URL(`../../../test/fixtures/${name}.heic`, import.meta.url));

/** With libheif; each case has its own instance. */
export const target: Target = {
  seeds: [file('picture'), file('picture-p3'), file('picture-turned')],
  words: ['ispe', 'meta', 'iloc', 'iprp', 'hvcC', 'irot', 'grid', 'auxC', 'colrprof'],
  cost: 500,
  bound: 512 * 2 ** 20,
  isRefusal: (error) => error instanceof InvalidImage,
  async parse(input) {
    const { width, height, channels, data } = await decodeHeif(input, 1e6);
    if (data.length !== width * height * channels) throw new Broken('pixels are missing');
  },
};
