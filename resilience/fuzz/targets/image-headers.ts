import sharp from 'sharp';
import { recogniseFormat } from '../../../src/faces/image/format.ts';
import { withoutPngTexts } from '../../../src/faces/image/png-chunks.ts';
import { withFirstTiffPage } from '../../../src/faces/image/tiff-directory.ts';
import { Broken, type Target } from '../target.ts';

const dot = () => sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } });

/** PNG and TIFF as cut before libvips sees them. */
export const target: Target = {
  seeds: [
    await dot().png().toBuffer(),
    await dot().withIccProfile('p3').png().toBuffer(),
    await dot().tiff({ compression: 'lzw' }).toBuffer(),
    await dot().tiff({ bigtiff: true, tile: true }).toBuffer(),
  ],
  words: ['iCCP', 'iTXt', 'zTXt', 'IDAT', 'IEND', 'PLTE', 'II*\0', 'MM\0+', '\x11\x01', '\x17\x01'],
  isRefusal: () => false,
  parse(input) {
    const format = recogniseFormat(input);
    const cut = format === 'tiff' ? withFirstTiffPage(input) : withoutPngTexts(input);
    if (cut.length > input.length) throw new Broken('it grew');
  },
};
