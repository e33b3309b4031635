/** Issuers that the operator trusts, of the files of their certificates and revocation lists. */
import { X509Certificate } from 'node:crypto';
import { type Issuer, withRevocations } from './revocations.ts';

export interface NamedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Both in PEM or DER. */
export interface IssuerFiles {
  readonly certificates: readonly NamedFile[];
  readonly lists: readonly NamedFile[];
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const PEM_LIST = /-----BEGIN X509 CRL-----([^-]+)-----END X509 CRL-----/;

/**
 * Every certificate, with the newest revocation list of its issuer.
 * @throws Error one that is none, or a list that nobody there signed
 */
export function issuersOf({ certificates, lists }: IssuerFiles): readonly Issuer[] {
  let issuers: readonly Issuer[] = certificates.flatMap(({ path, bytes }) => {
    const texts = textOf(bytes).match(PEM) ?? [Buffer.from(bytes)];
    return texts.map((text) => ({ certificate: issuerOf(text, path) }));
  });
  for (const { path, bytes } of lists)
    try {
      issuers = withRevocations(issuers, listOf(bytes));
    } catch (cause) {
      throw new Error(`${path} cannot be used: ${(cause as Error).message}`);
    }
  return issuers;
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** In DER. */
function listOf(bytes: Uint8Array): Uint8Array {
  const [, base64] = PEM_LIST.exec(textOf(bytes)) ?? [];
  return base64 === undefined ? bytes : Buffer.from(base64, 'base64');
}

function issuerOf(text: string | Buffer, path: string): X509Certificate {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(text);
  } catch (cause) {
    throw new Error(`${path} is no certificate: ${(cause as Error).message}`);
  }
  if (!certificate.ca) throw new Error(`${path} may not certify signers`);
  return certificate;
}
