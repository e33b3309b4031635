import { readFileSync } from 'node:fs';
import { InvalidImage } from '../../../src/errors.ts';
import { recogniseFormat } from '../../../src/faces/image/format.ts';
import { checkDeclaredSizes } from '../../../src/faces/image/heif.ts';
import type { Target } from '../target.ts';

const file = (name: string) =>
  readFileSync(new URL(`../../../test/fixtures/${name}.heic`, import.meta.url)).subarray(0, 2000);

/** The check before libheif sees the file. */
export const target: Target = {
  seeds: [file('picture'), file('picture-p3'), file('picture-turned')],
  words: ['ispe', 'meta', 'ftyp', 'mif1', 'heic', 'avif', 'colrprof', '\0\0\0\x01'],
  isRefusal: (error) => error instanceof InvalidImage,
  parse(input) {
    recogniseFormat(input);
    checkDeclaredSizes(input, 1e6);
  },
};
