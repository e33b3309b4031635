/** Issuers that the operator trusts: CSCA of travel documents, IACA of mdocs; with what they revoked. */
import { X509Certificate } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';
import { type Issuer, withRevocations } from './revocations.ts';

const LISTS = /\.crl$/i;
const NAMES = /\.(pem|crt|cer|der)$/i;
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Every certificate of the folder, in PEM or DER, with the newest revocation list of its issuer.
 * @throws ConfigError no certificate, one that is none, or a list that nobody there signed
 */
export async function readIssuers(folder: string): Promise<readonly Issuer[]> {
  const names = await readdir(folder).catch(refusal(folder));
  let issuers: readonly Issuer[] = [];
  for (const name of names.filter((name) => NAMES.test(name)).sort()) {
    const path = join(folder, name);
    const bytes = await readFile(path).catch(refusal(path));
    const texts = bytes.toString('latin1').match(PEM) ?? [bytes];
    issuers = [...issuers, ...texts.map((text) => ({ certificate: issuerOf(text, path) }))];
  }
  if (issuers.length === 0) throw new ConfigError(`${VARIABLE}=${folder}: no certificate in it`);
  for (const name of names.filter((name) => LISTS.test(name)).sort()) {
    const path = join(folder, name);
    const bytes = await readFile(path).catch(refusal(path));
    try {
      issuers = withRevocations(issuers, listOf(bytes));
    } catch (cause) {
      throw new ConfigError(`${VARIABLE}: ${path} cannot be used: ${(cause as Error).message}`);
    }
  }
  return issuers;
}

/** In DER. */
function listOf(bytes: Buffer): Buffer {
  const [, base64] =
    /-----BEGIN X509 CRL-----([^-]+)-----END X509 CRL-----/.exec(bytes.toString('latin1')) ?? [];
  return base64 === undefined ? bytes : Buffer.from(base64, 'base64');
}

const VARIABLE = 'PROSOPON_DOCUMENT_ISSUERS';

const refusal = (path: string) => (cause: unknown) => {
  throw new ConfigError(`${VARIABLE}: ${path} cannot be read: ${(cause as Error).message}`);
};

function issuerOf(text: string | Buffer, path: string): X509Certificate {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(text);
  } catch (cause) {
    throw new ConfigError(`${VARIABLE}: ${path} is no certificate: ${(cause as Error).message}`);
  }
  if (!certificate.ca) throw new ConfigError(`${VARIABLE}: ${path} may not certify signers`);
  return certificate;
}
