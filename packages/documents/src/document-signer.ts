/** Signers of documents: whether an issuer that the operator trusts has certified them. */
import { X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  Certificate,
  id_ce_keyUsage,
  KeyUsage,
  KeyUsageFlags,
  type TBSCertificate,
} from '@peculiar/asn1-x509';
import { signatureAlgorithmOf } from './algorithms.ts';
import { NotAuthentic } from './not-authentic.ts';
import { type Issuer, requireNotRevoked } from './revocations.ts';

/**
 * The certificate in DER, once it is known to be that of a signer of one of the issuers, at that
 * time.
 * @param use the one extended key usage that it has to have; undefined: none, as for travel documents
 * @throws NotAuthentic
 */
export function requireSigner(
  signer: Uint8Array,
  use: string | undefined,
  issuers: readonly Issuer[],
  at: Date,
): X509Certificate {
  const certificate = new X509Certificate(signer);
  const { signatureAlgorithm, tbsCertificate } = AsnConvert.parse(signer, Certificate);
  signatureAlgorithmOf(signatureAlgorithm);
  const named = issuers.filter((issuer) => certificate.checkIssued(issuer.certificate));
  if (named.length === 0) throw new NotAuthentic('no certificate of the issuer is installed');
  const issuer = named.find((issuer) => certificate.verify(issuer.certificate.publicKey));
  if (issuer === undefined) throw new NotAuthentic('the signer is not certified by its issuer');
  for (const [name, { validFromDate, validToDate }] of Object.entries({
    signer: certificate,
    issuer: issuer.certificate,
  }))
    if (at < validFromDate || at > validToDate)
      throw new NotAuthentic(`the certificate of the ${name} is not valid now`);
  requireNotRevoked(issuer, tbsCertificate.serialNumber, at);
  const uses = certificate.keyUsage ?? [];
  if (certificate.ca || !signsDigitally(tbsCertificate) || uses.join() !== (use ?? ''))
    throw new NotAuthentic('the certificate of the signer is not for documents');
  return certificate;
}

function signsDigitally({ extensions = [] }: TBSCertificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === id_ce_keyUsage);
  if (usage === undefined) return false;
  const flags = AsnConvert.parse(usage.extnValue.buffer, KeyUsage).toNumber();
  return (flags & KeyUsageFlags.digitalSignature) !== 0;
}
