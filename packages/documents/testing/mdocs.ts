/** Mdocs made for a test by ISO/IEC 18013-5: elements, what an issuer signs of them, responses. */
import { createHash, type KeyObject, sign } from 'node:crypto';
import { encode, Tagged } from 'cborg';
import type { Certified } from './security-objects.ts';

/** id-mdl-kp-mdlDS, for `certify`. */
export const SIGNS_MDOCS = '28818c5d050102';
const NAME_SPACE = 'org.iso.18013.5.1';
const MDL = 'org.iso.18013.5.1.mDL';

const tagged = (value: unknown) => new Tagged(24, encode(value));

/** IssuerSignedItem. */
export const element = (identifier: string, elementValue: unknown, digestID = 7) =>
  new Map<string, unknown>([
    ['digestID', digestID],
    ['random', Buffer.alloc(16, 1)],
    ['elementIdentifier', identifier],
    ['elementValue', elementValue],
  ]);

/** CBOR of IssuerSignedItemBytes. */
export const elementBytes = (...given: Parameters<typeof element>): Uint8Array =>
  encode(tagged(element(...given)));

export interface SignOptions {
  readonly key?: KeyObject;
  readonly algorithm?: number;
  readonly docType?: string;
  readonly hash?: string;
  /** The elements whose hashes are signed, in place of those that are told. */
  readonly signs?: readonly Map<string, unknown>[];
  /** Years from now. */
  readonly until?: number;
  readonly chain?: unknown;
}

/** IssuerSigned. */
export function issuerSigned(
  signer: Certified,
  elements: readonly Map<string, unknown>[],
  { key = signer.key, algorithm = -7, docType = MDL, hash = 'SHA-256', ...given }: SignOptions = {},
): Map<string, unknown> {
  const time = (years: number) =>
    new Tagged(0, new Date(Date.now() + years * 31_536_000_000).toISOString());
  const digests = (given.signs ?? elements).map(
    (one) =>
      [
        one.get('digestID'),
        createHash('sha256')
          .update(encode(tagged(one)))
          .digest(),
      ] as const,
  );
  const object = new Map<string, unknown>([
    ['version', '1.0'],
    ['digestAlgorithm', hash],
    ['valueDigests', new Map([[NAME_SPACE, new Map(digests)]])],
    ['docType', docType],
    [
      'validityInfo',
      new Map([
        ['signed', time(-1)],
        ['validFrom', time(-1)],
        ['validUntil', time(given.until ?? 1)],
      ]),
    ],
  ]);
  const protectedHeader = encode(new Map([[1, algorithm]]));
  const payload = encode(tagged(object));
  const signed = encode(['Signature1', protectedHeader, new Uint8Array(), payload]);
  const signature = sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' });
  const header = new Map([[33, 'chain' in given ? given.chain : signer.certificate.raw]]);
  return new Map<string, unknown>([
    ['nameSpaces', new Map([[NAME_SPACE, elements.map(tagged)]])],
    ['issuerAuth', [protectedHeader, header, payload, signature]],
  ]);
}

/** CBOR of DeviceResponse. */
export const deviceResponse = (...signed: readonly Map<string, unknown>[]): Uint8Array =>
  encode(
    new Map<string, unknown>([
      ['version', '1.0'],
      [
        'documents',
        signed.map(
          (one) =>
            new Map<string, unknown>([
              ['docType', MDL],
              ['issuerSigned', one],
            ]),
        ),
      ],
      ['status', 0],
    ]),
  );
