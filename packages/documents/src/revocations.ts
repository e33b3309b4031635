/** Revocation lists of issuers (RFC 5280, section 5): whole ones, signed by the issuer itself. */
import { verify, type X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import { CertificateList } from '@peculiar/asn1-x509';
import { signatureAlgorithmOf } from './algorithms.ts';
import { NotAuthentic } from './not-authentic.ts';

interface Revocations {
  /** Serial numbers. */
  readonly serials: ReadonlySet<bigint>;
  readonly from: Date;
  /** Undefined: the list does not say when the next one comes. */
  readonly until: Date | undefined;
}

/** A certificate that the operator trusts to certify signers. */
export interface Issuer {
  readonly certificate: X509Certificate;
  /** Absent: revocation is not checked. */
  readonly revocations?: Revocations;
}

/** The issuers, with the list for those who signed it. @throws Error nobody did, or it is no whole list */
export function withRevocations(issuers: readonly Issuer[], der: Uint8Array): readonly Issuer[] {
  const { tbsCertList, tbsCertListRaw, signatureAlgorithm, signature } = AsnConvert.parse(
    der,
    CertificateList,
  );
  const { crlExtensions = [], revokedCertificates = [], thisUpdate, nextUpdate } = tbsCertList;
  if (crlExtensions.some(({ critical }) => critical)) throw new Error('it is no whole list');
  const { hash, options } = signatureAlgorithmOf(signatureAlgorithm);
  const signed = new Uint8Array(tbsCertListRaw!);
  const isOf = ({ certificate: { publicKey } }: Issuer): boolean =>
    verify(hash, signed, { key: publicKey, ...options }, new Uint8Array(signature));
  const revocations: Revocations = {
    serials: new Set(revokedCertificates.map(({ userCertificate }) => numberOf(userCertificate))),
    from: thisUpdate.getTime(),
    until: nextUpdate?.getTime(),
  };
  const signers = issuers.filter(isOf);
  if (signers.length === 0) throw new Error('no certificate of its issuer is there');
  return issuers.map((issuer) =>
    signers.includes(issuer) && (issuer.revocations?.from ?? 0) < revocations.from
      ? { ...issuer, revocations }
      : issuer,
  );
}

/** @throws NotAuthentic it is revoked, or the list is too old to tell */
export function requireNotRevoked({ revocations }: Issuer, serial: ArrayBuffer, at: Date): void {
  if (revocations === undefined) return;
  if (revocations.until !== undefined && at > revocations.until)
    throw new NotAuthentic('the revocation list of the issuer is out of date');
  if (revocations.serials.has(numberOf(serial)))
    throw new NotAuthentic('the certificate of the signer is revoked');
}

const numberOf = (serial: ArrayBuffer): bigint =>
  BigInt(`0x${Buffer.from(serial).toString('hex') || '0'}`);
