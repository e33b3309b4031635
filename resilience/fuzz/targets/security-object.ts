import { whyNotAuthentic } from '../../../packages/documents/src/authenticate.ts';
import { dg2Of } from '../../../packages/documents/testing/chips.ts';
import { certify, securityObject } from '../../../packages/documents/testing/security-objects.ts';
import { Broken, type Target } from '../target.ts';

const [dg2, other] = ['ffd8ffe0', 'ffd8ffe1'].map((hex) => dg2Of(Buffer.from(hex, 'hex'))) as [
  Buffer,
  Buffer,
];
const csca = certify();
const issuers = [csca];

/** EF.SOD for an unsigned file, which must never pass. */
export const target: Target = {
  seeds: [securityObject(certify({ by: csca }), { 1: other, 2: dg2 })],
  words: ['\x30\x80', '\xa0\x80', '\x84\xff\xff\xff\xff', '\x06\x09', '\x31\x00'],
  cost: 20,
  isRefusal: () => false,
  parse(input) {
    const why = whyNotAuthentic({ dg2: other, securityObject: input }, issuers, new Date());
    if (why === undefined) throw new Broken('a file that nobody signed is authentic');
  },
};
