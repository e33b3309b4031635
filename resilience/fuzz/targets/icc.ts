import sharp from 'sharp';
import { matrixProfileToSrgb } from '../../../src/faces/image/icc.ts';
import type { Target } from '../target.ts';

const profileOf = async (name: string) => {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } });
  const { icc } = await sharp(await dot.withIccProfile(name).png().toBuffer()).metadata();
  return icc!;
};

export const target: Target = {
  seeds: [await profileOf('p3'), await profileOf('srgb')],
  words: ['acsp', 'RGB ', 'XYZ ', 'rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'para', 'curv', 'A2B0'],
  bound: 2 ** 20,
  isRefusal: () => false,
  parse(input) {
    matrixProfileToSrgb(input)?.(Uint8Array.from({ length: 30 }, (_, i) => 8 * i));
  },
};
