import { closeLastCluster } from '../../../src/faces/liveness/video/close-cluster.ts';
import { Broken, type Target } from '../target.ts';

const bytes = (hex: string) => Buffer.from(hex, 'hex');
const block = 'a3850102030405';

/** A truncated WebM file, before a decoder sees it. */
export const target: Target = {
  seeds: [
    bytes(
      `1a45dfa38100 18538067 01000000000000ff 1f43b675 a0 ${block}${block}`.replaceAll(' ', ''),
    ),
    bytes(`1a45dfa38100 18538067 01ffffffffffffff 1f43b675 88 ${block}`.replaceAll(' ', '')),
  ],
  words: ['\x1a\x45\xdf\xa3', '\x18\x53\x80\x67', '\x1f\x43\xb6\x75', '\x01\xff\xff\xff\xff'],
  isRefusal: () => false,
  parse(input) {
    if (closeLastCluster(input).length > input.length) throw new Broken('it grew');
  },
};
