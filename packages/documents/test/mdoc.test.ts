/** The portrait of an mdoc is read from all that holds it, and is authentic only as it was signed. */
import { encode } from 'cborg';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { whyNotAuthentic } from '../src/authenticate.ts';
import { readMdoc } from '../src/mdoc.ts';
import { DocumentRefused } from '../src/refusals.ts';
import {
  deviceResponse,
  element,
  elementBytes,
  issuerSigned,
  SIGNS_MDOCS,
  type SignOptions,
} from '../testing/mdocs.ts';
import { certify } from '../testing/security-objects.ts';

const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');
const portrait = element('portrait', JPEG);
const age = element('age_over_18', true, 8);
const iaca = certify();
const signer = certify({ by: iaca, extendedUse: SIGNS_MDOCS });
const signed = (options: SignOptions = {}, by = signer) =>
  issuerSigned(by, [age, portrait], options);
const response = deviceResponse(signed());
const DAMAGED = 'truncated or damaged document';

describe('the portrait of an mdoc', () => {
  it.each([
    ['an element', encode(portrait)],
    ['an element as it is signed', elementBytes('portrait', JPEG)],
    ['what an issuer signed', encode(signed())],
    ['a response', response],
    [
      'a response without signature',
      deviceResponse(new Map([['nameSpaces', signed().get('nameSpaces')]])),
    ],
  ])('is read from %s', (_, file) => {
    expect(Buffer.from(readMdoc(file).portrait).equals(JPEG)).toBe(true);
  });

  it.each([
    ['another element', elementBytes('age_over_18', true), 'the document holds no portrait'],
    ['no documents', deviceResponse(), 'the document holds no portrait'],
    [
      'two documents',
      deviceResponse(signed(), signed()),
      'the document holds 2 portraits, one is expected',
    ],
    ['a portrait in text', elementBytes('portrait', 'text'), DAMAGED],
    ['an empty map', encode(new Map()), DAMAGED],
    ['more than one value', Buffer.concat([response, response]), DAMAGED],
    ['the same key twice', Buffer.from('a2616101616102', 'hex'), DAMAGED],
    ['a map of 4 giga-entries', Buffer.from('baffffffff0101', 'hex'), DAMAGED],
    [
      'lists in lists',
      Buffer.concat([Buffer.from('a101', 'hex'), Buffer.alloc(1_000_000, 0x81)]),
      DAMAGED,
    ],
    [
      'a million values',
      Buffer.concat([Buffer.from('a1019a000f4240', 'hex'), Buffer.alloc(1_000_000, 0xa0)]),
      DAMAGED,
    ],
  ])('is not searched in %s', (_, file, message) => {
    expect(() => readMdoc(file)).toThrow(message);
  });

  it('is refused from a response truncated anywhere', () => {
    for (let end = 1; end < response.length; end += 7)
      expect(() => readMdoc(response.subarray(0, end))).toThrow(DocumentRefused);
  });

  it('is bytes or a refusal, however the response was changed', () => {
    const edits = fc.array(fc.tuple(fc.nat(response.length - 1), fc.nat(255)), {
      minLength: 1,
      maxLength: 6,
    });
    const mutation = fc.property(edits, (changes) => {
      const mutated = Uint8Array.from(response);
      for (const [at, value] of changes) mutated[at] = value;
      let found: ReturnType<typeof readMdoc>;
      try {
        found = readMdoc(mutated);
      } catch (error) {
        expect(error).toBeInstanceOf(DocumentRefused);
        return;
      }
      const { element } = found;
      if (element === undefined) return;
      const why = whyNotAuthentic({ element }, [iaca], new Date());
      if (why === undefined) expect(Buffer.from(found.portrait).equals(JPEG)).toBe(true);
    });
    fc.assert(mutation, { numRuns: 300 });
  });
});

describe("an issuer's signature over an mdoc", () => {
  const check = (given: Map<string, unknown>, issuers = [iaca]) => {
    const { element } = readMdoc(deviceResponse(given));
    return whyNotAuthentic({ element: element! }, issuers, new Date());
  };

  it('is authentic', () => {
    expect(check(signed())).toBeUndefined();
    expect(check(signed({ chain: [signer.certificate.raw] }))).toBeUndefined();
  });

  it.each([
    [
      'another portrait',
      signed({ signs: [age, element('portrait', Buffer.from('another'))] }),
      'the hash of the portrait is another',
    ],
    ['no portrait', signed({ signs: [age] }), 'the hash of the portrait is another'],
    [
      'another kind of document',
      signed({ docType: 'org.iso.23220.photoid.1' }),
      'it is signed as another kind of document',
    ],
    ['a document that has expired', signed({ until: -0.5 }), 'the document is not valid now'],
    ['hashes that are not accepted', signed({ hash: 'SHA-1' }), 'its hash is not accepted'],
    ['by another algorithm', signed({ algorithm: -65535 }), 'signature -65535 is not accepted'],
    ['by another key', signed({ key: certify().key }), 'the signature is wrong'],
    ['without certificate', signed({ chain: undefined }), 'it holds no certificate of its signer'],
    ['with a certificate that is none', signed({ chain: JPEG }), 'the signature cannot be read'],
    [
      'by a signer of chips',
      signed({}, certify({ by: iaca })),
      'the certificate of the signer is not for documents',
    ],
    [
      'by an unknown issuer',
      signed({}, certify({ by: certify({ name: 'Another' }), extendedUse: SIGNS_MDOCS })),
      'no certificate of the issuer is installed',
    ],
    ['by nobody', new Map([...signed(), ['issuerAuth', null]]), 'it is not signed'],
  ])('is not authentic as %s', (_, given, reason) => {
    expect(check(given)).toBe(reason);
  });
});
