import { isDeepStrictEqual } from 'node:util';
import { readCbeff } from '../../../packages/mosip/src/parser/cbeff/read-cbeff.ts';
import { writeCbeff } from '../../../packages/mosip/src/parser/cbeff/write-cbeff.ts';
import { Unreadable } from '../../../packages/mosip/src/parser/refusals.ts';
import { cbeffFile } from '../../../packages/mosip/testing/records.ts';
import { Broken, seed, type Target } from '../target.ts';

/** The schema demands it, though MOSIP's files of a single record lack it. */
const WRITTEN_ALWAYS = { birInfo: { integrity: false } };

/** CBEFF XML of MOSIP: what is read is written so that it is read as the same. */
export const target: Target = {
  seeds: [
    seed(cbeffFile(['Face', Buffer.from('FAC')])),
    seed(cbeffFile(['Finger', Buffer.from('FIR')], ['Face', Buffer.from('FAC')])),
  ],
  words: [
    ...['<!DOCTYPE', '<!ENTITY', '<![CDATA[', '<!--', '-->', '<?xml', '?>', '&#0;', '&#xD800;'],
    ...[
      '&amp;',
      '</',
      '/>',
      'xmlns=""',
      'xmlns:BIR=',
      '<BIR>',
      '</BIR>',
      '<others>',
      'key="__proto__"',
    ],
  ],
  isRefusal: (error) => error instanceof Unreadable,
  parse(input) {
    const record = readCbeff(input, 'sample');
    const again = readCbeff(Buffer.from(writeCbeff(record)), 'sample');
    if (!isDeepStrictEqual(again, { ...WRITTEN_ALWAYS, ...record }))
      throw new Broken('it is read as another');
  },
};
