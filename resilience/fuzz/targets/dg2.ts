import { isDg2, portraitOfDg2 } from '../../../packages/documents/src/dg2.ts';
import { DocumentRefused } from '../../../packages/documents/src/refusals.ts';
import { dg2Of, newDg2Of } from '../../../packages/documents/testing/chips.ts';
import { Broken, type Target } from '../target.ts';

const jpeg = Buffer.from('ffd8ffe000104a46494600ffd9', 'hex');

/** EF.DG2 of a travel document, with both kinds of records. */
export const target: Target = {
  seeds: [dg2Of(jpeg), newDg2Of(jpeg), newDg2Of(jpeg, jpeg)],
  words: ['FAC\0', '\x7f\x60', '\x7f\x61', '\x5f\x2e', '\x7f\x2e', '\x84\xff\xff\xff\xff', '\x80'],
  bound: 2 ** 20,
  isRefusal: (error) => error instanceof DocumentRefused,
  parse(input) {
    if (!isDg2(input)) return;
    const portrait = portraitOfDg2(input);
    if (portrait.length > input.length) throw new Broken('it grew');
  },
};
