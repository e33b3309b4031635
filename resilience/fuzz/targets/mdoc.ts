import { encode } from 'cborg';
import { readMdoc } from '../../../packages/documents/src/mdoc.ts';
import { DocumentRefused } from '../../../packages/documents/src/refusals.ts';
import {
  deviceResponse,
  element,
  elementBytes,
  issuerSigned,
} from '../../../packages/documents/testing/mdocs.ts';
import { certify } from '../../../packages/documents/testing/security-objects.ts';
import { Broken, type Target } from '../target.ts';

const jpeg = Buffer.from('ffd8ffe000104a46494600ffd9', 'hex');
const signed = issuerSigned(certify(), [element('portrait', jpeg)]);

/** An mdoc: an element, the issuer's signed data, and a response. */
export const target: Target = {
  seeds: [elementBytes('portrait', jpeg), encode(signed), deviceResponse(signed)],
  words: ['portrait', 'documents', 'nameSpaces', '\xd8\x18', '\xbf', '\x9f', '\xff', '\xc2'],
  isRefusal: (error) => error instanceof DocumentRefused,
  parse(input) {
    const { portrait } = readMdoc(input);
    if (portrait.length > input.length) throw new Broken('it grew');
  },
};
