import { InvalidArgument } from '../../../src/errors.ts';
import { decodeBase64 } from '../../../src/protocols/http/plugins/base64.ts';
import { readBase64 } from '../../../src/text/base64.ts';
import { Broken, seed, type Target, textOf } from '../target.ts';

/** Bytes without padding and in one alphabet. */
const plain = (text: string) => text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');

/** Accepted text stands for exactly one sequence of bytes. */
export const target: Target = {
  seeds: [seed('aGVsbG8='), seed('-_-_'), seed('data:image/png;base64,aGVs\nbG8'), seed('+/+/')],
  words: ['data:', ';base64,', '==', ' ', '\n', '-', '+'],
  isRefusal: (error) => error instanceof InvalidArgument,
  parse(input) {
    const text = textOf(input);
    const bytes = readBase64(text);
    const again = bytes?.toString('base64');
    // The last digit may have bits that belong to no byte.
    if (again !== undefined && plain(again).slice(0, -1) !== plain(text).slice(0, -1))
      throw new Broken('read as something else');
    decodeBase64(text, 'image');
  },
};
