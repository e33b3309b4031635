/** Authentication of what an issuer signed of an mdoc (ISO/IEC 18013-5, 9.1.2.4 and 9.3.1). */
import { createHash, verify } from 'node:crypto';
import { encode } from 'cborg';
import { createCborReader, EncodedCbor } from './cbor.ts';
import { requireSigner } from './document-signer.ts';
import { mapOf, type SignedElement } from './mdoc.ts';
import { NotAuthentic } from './not-authentic.ts';
import type { Issuer } from './revocations.ts';

/** ES256, ES384, ES512, EdDSA (RFC 9053), and their hash. */
const ALGORITHMS = new Map<unknown, string | null>([
  [-7, 'sha256'],
  [-35, 'sha384'],
  [-36, 'sha512'],
  [-8, null],
]);
const HASHES = new Map<unknown, string>([
  ['SHA-256', 'sha256'],
  ['SHA-384', 'sha384'],
  ['SHA-512', 'sha512'],
]);
/** Labels of COSE headers. */
const [ALGORITHM, CERTIFICATES] = [1, 33];
/** id-mdl-kp-mdlDS. */
const DOCUMENT_SIGNING = '1.0.18013.5.1.2';

/** Requires that a signer of one of the issuers signed the element. @throws NotAuthentic why not */
export function requireIssuerSigned(
  { issuerAuth, docType, nameSpace, digestId, item }: SignedElement,
  issuers: readonly Issuer[],
  at: Date,
): void {
  const payload = signedBy(issuerAuth, issuers, at);
  const read = createCborReader();
  const tagged = read(payload);
  if (!(tagged instanceof EncodedCbor)) throw new NotAuthentic('it holds no security object');
  const object = mapOf(read(tagged.bytes));
  if (docType !== undefined && object.get('docType') !== docType)
    throw new NotAuthentic('it is signed as another kind of document');
  requireValid(mapOf(object.get('validityInfo')), at);
  const hash = HASHES.get(object.get('digestAlgorithm'));
  if (hash === undefined) throw new NotAuthentic('its hash is not accepted');
  const expected = mapOf(mapOf(object.get('valueDigests')).get(nameSpace)).get(digestId);
  const digest = createHash(hash).update(item.encoded()).digest();
  if (!(expected instanceof Uint8Array) || !digest.equals(expected))
    throw new NotAuthentic('the hash of the portrait is another');
}

/** The payload of a COSE_Sign1 (RFC 9052, 4.2), once its signature is verified. */
function signedBy(issuerAuth: unknown, issuers: readonly Issuer[], at: Date): Uint8Array {
  const [protectedHeader, header, payload, signature] = Array.isArray(issuerAuth) ? issuerAuth : [];
  if (![protectedHeader, payload, signature].every((part) => part instanceof Uint8Array))
    throw new NotAuthentic('it is not signed');
  const chain = mapOf(header).get(CERTIFICATES);
  const [first] = Array.isArray(chain) ? chain : [chain];
  if (!(first instanceof Uint8Array))
    throw new NotAuthentic('it holds no certificate of its signer');
  const { publicKey } = requireSigner(first, DOCUMENT_SIGNING, issuers, at);
  const algorithm = mapOf(createCborReader()(protectedHeader)).get(ALGORITHM);
  const hash = ALGORITHMS.get(algorithm);
  if (hash === undefined) {
    // Text of any other value may take as long to make as its sender likes.
    const named = typeof algorithm === 'number' ? algorithm : `by ${typeof algorithm}`;
    throw new NotAuthentic(`signature ${named} is not accepted`);
  }
  const signed = encode(['Signature1', protectedHeader, new Uint8Array(), payload]);
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify(hash, signed, key, signature)) throw new NotAuthentic('the signature is wrong');
  return payload;
}

function requireValid(validity: Map<unknown, unknown>, at: Date): void {
  const from = dateOf(validity.get('validFrom'));
  const until = dateOf(validity.get('validUntil'));
  if (!(from <= at && at <= until)) throw new NotAuthentic('the document is not valid now');
}

/** No date: neither before nor after any other. */
const dateOf = (value: unknown): Date => new Date(typeof value === 'string' ? value : Number.NaN);
