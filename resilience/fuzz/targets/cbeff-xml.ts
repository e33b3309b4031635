import { isDeepStrictEqual } from 'node:util';
import { InvalidArgument } from '../../../src/errors.ts';
import { readCbeff } from '../../../src/protocols/mosip/cbeff/read-cbeff.ts';
import { writeCbeff } from '../../../src/protocols/mosip/cbeff/write-cbeff.ts';
import { cbeffFile } from '../../../test/protocols/mosip/records.ts';
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
  isRefusal: (error) => error instanceof InvalidArgument,
  parse(input) {
    const record = readCbeff(input, 'sample');
    const again = readCbeff(Buffer.from(writeCbeff(record)), 'sample');
    if (!isDeepStrictEqual(again, { ...WRITTEN_ALWAYS, ...record }))
      throw new Broken('it is read as another');
  },
};
