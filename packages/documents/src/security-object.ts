/** Passive authentication of a chip (ICAO 9303-11, 5.1): EF.SOD signs hashes of its data groups. */
import { createHash, verify } from 'node:crypto';
import {
  Attribute,
  ContentInfo,
  id_contentType,
  id_messageDigest,
  id_signedData,
  SignedData,
  type SignerIdentifier,
  type SignerInfo,
} from '@peculiar/asn1-cms';
import { AsnArray, AsnConvert, AsnType, AsnTypeTypes } from '@peculiar/asn1-schema';
import {
  type Certificate,
  id_ce_subjectKeyIdentifier,
  SubjectKeyIdentifier,
} from '@peculiar/asn1-x509';
import { hashOf, signatureAlgorithmOf } from './algorithms.ts';
import { onlyValue } from './data-object.ts';
import { requireSigner } from './document-signer.ts';
import { hashIn, LDS_SECURITY_OBJECT } from './lds-security-object.ts';
import { NotAuthentic } from './not-authentic.ts';
import type { Issuer } from './revocations.ts';

const SOD = 0x77;
const [OCTETS, IDENTIFIER] = [0x04, 0x06];
const LDS_SECURITY_OBJECT_BYTES = Buffer.from('678108010101', 'hex');

/** Attributes are signed as the set that they are, not as the [0] that they lie in. */
class SignedAttributes extends AsnArray<Attribute> {}
AsnType({ type: AsnTypeTypes.Set, itemType: Attribute })(SignedAttributes);

/**
 * Requires that one of the issuers' signers signed the hash of that data group.
 * @param group 2 for EF.DG2 @throws NotAuthentic why not; of other errors: it is damaged
 */
export function requireSigned(
  sod: Uint8Array,
  group: number,
  file: Uint8Array,
  issuers: readonly Issuer[],
  at: Date,
): void {
  const { content, contentType } = AsnConvert.parse(onlyValue(sod, SOD), ContentInfo);
  if (contentType !== id_signedData) throw new NotAuthentic('it is no signed data');
  const signed = AsnConvert.parse(content, SignedData);
  const { eContentType, eContent } = signed.encapContentInfo;
  const object = eContent?.single;
  if (eContentType !== LDS_SECURITY_OBJECT || object === undefined)
    throw new NotAuthentic('it holds no LDS security object');
  requireSignature(signed, new Uint8Array(object.buffer), issuers, at);
  const { hash, expected } = hashIn(object.buffer, group);
  if (!isHash(hash, file, expected))
    throw new NotAuthentic(`the hash of data group ${group} is another`);
}

function requireSignature(
  { certificates = [], signerInfos }: SignedData,
  object: Uint8Array,
  issuers: readonly Issuer[],
  at: Date,
): void {
  const [info, ...others] = signerInfos;
  if (info === undefined || others.length > 0)
    throw new NotAuthentic(`it has ${signerInfos.length} signers`);
  const signer = certificates
    .flatMap(({ certificate }) => certificate ?? [])
    .find((certificate) => isOf(info.sid, certificate));
  if (signer === undefined) throw new NotAuthentic('it holds no certificate of its signer');
  const der = new Uint8Array(AsnConvert.serialize(signer));
  const { publicKey } = requireSigner(der, undefined, issuers, at);
  requireAttributes(info, object);
  const attributes = AsnConvert.serialize(new SignedAttributes(info.signedAttrs));
  const { hash, options } = signatureAlgorithmOf(info.signatureAlgorithm, info.digestAlgorithm);
  const signature = new Uint8Array(info.signature.buffer);
  if (!verify(hash, new Uint8Array(attributes), { key: publicKey, ...options }, signature))
    throw new NotAuthentic('the signature is wrong');
}

/** The names of signers are not compared: the signature and the issuer's prove who it is. */
function isOf(
  { issuerAndSerialNumber: named, subjectKeyIdentifier: identified }: SignerIdentifier,
  { tbsCertificate: { serialNumber, extensions = [] } }: Certificate,
): boolean {
  if (named) return isSame(named.serialNumber, serialNumber);
  const key = extensions.find(({ extnID }) => extnID === id_ce_subjectKeyIdentifier);
  if (identified === undefined || key === undefined) return false;
  const { buffer } = AsnConvert.parse(key.extnValue.buffer, SubjectKeyIdentifier);
  return isSame(identified.buffer, buffer);
}

const isSame = (a: ArrayBuffer, b: ArrayBuffer) => Buffer.from(a).equals(Buffer.from(b));

/** The attributes have to name the kind of the object, and its hash. */
function requireAttributes(info: SignerInfo, object: Uint8Array): void {
  const attribute = (type: string) => {
    const found = info.signedAttrs?.filter(({ attrType }) => attrType === type) ?? [];
    const values = found.flatMap(({ attrValues }) => attrValues);
    if (values.length !== 1) throw new NotAuthentic('it lacks signed attributes');
    return new Uint8Array(values[0]!);
  };
  const type = onlyValue(attribute(id_contentType), IDENTIFIER);
  if (!Buffer.from(type).equals(LDS_SECURITY_OBJECT_BYTES))
    throw new NotAuthentic('another content is signed');
  const digest = onlyValue(attribute(id_messageDigest), OCTETS);
  if (!isHash(hashOf(info.digestAlgorithm), object, digest))
    throw new NotAuthentic('the signed hash is another');
}

function isHash(algorithm: string, data: Uint8Array, expected: Uint8Array): boolean {
  return createHash(algorithm).update(data).digest().equals(expected);
}
