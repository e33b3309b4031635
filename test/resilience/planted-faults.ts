/** A parser with faults behind conditions that one change after the other has to meet. */
import type { Target } from '../../resilience/fuzz/target.ts';

const isHigh = (value = 0) => value > 0xf0;
const isLow = (value = 255) => value < 8;

export const target: Target = {
  seeds: [Buffer.from('AAAAAAAA')],
  isRefusal: (error) => error instanceof RangeError,
  parse(input) {
    if (!isHigh(input[0])) throw new RangeError('no file');
    if (!isLow(input[1])) throw new RangeError('no file');
    if (!isHigh(input[2])) throw new RangeError('no file');
    if (!isLow(input[3])) throw new RangeError('no file');
    if (!isHigh(input[4])) throw new TypeError('deep');
    for (;;);
  },
};
