import sharp from 'sharp';
import { checkCodestream } from '../../../packages/documents/src/jpeg2000/codestream.ts';
import { ImageRefused } from '../../../packages/documents/src/jpeg2000/image-refusals.ts';
import { readJp2 } from '../../../packages/documents/src/jpeg2000/jp2-file.ts';
import {
  codestreamOf,
  colours,
  jp2File,
} from '../../../packages/documents/testing/jpeg2000-files.ts';
import { Broken, type Target } from '../target.ts';

const MOST_PIXELS = 100_000;
/** OpenJPEG's encoder refuses smaller ones. */
const dot = sharp({ create: { width: 40, height: 32, channels: 3, background: 'red' } });
const codestream = await codestreamOf(dot);

/** The check before OpenJPEG sees the file. */
export const target: Target = {
  seeds: [codestream, jp2File(codestream, colours(16)), jp2File(codestream, colours(codestream))],
  words: ['jp2h', 'jp2c', 'ihdr', 'colr', 'pclr', '\xff\x51', '\xff\x52', '\xff\x90', '\xff\x93'],
  bound: 2 ** 20,
  isRefusal: (error) => error instanceof ImageRefused,
  parse(input) {
    const { width, height } = checkCodestream(readJp2(input).codestream, MOST_PIXELS);
    if (!(width * height <= MOST_PIXELS)) throw new Broken(`${width} × ${height}`);
  },
};
