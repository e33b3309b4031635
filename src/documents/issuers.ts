/** Certificates of issuers that the operator trusts: CSCA of travel documents, IACA of mdocs. */
import { X509Certificate } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';

const NAMES = /\.(pem|crt|cer|der)$/i;
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Every certificate of the folder, in PEM or DER. @throws ConfigError none, or one that is none */
export async function readIssuers(folder: string): Promise<readonly X509Certificate[]> {
  const names = await readdir(folder).catch(refusal(folder));
  const issuers: X509Certificate[] = [];
  for (const name of names.filter((name) => NAMES.test(name)).sort()) {
    const path = join(folder, name);
    const bytes = await readFile(path).catch(refusal(path));
    const texts = bytes.toString('latin1').match(PEM) ?? [bytes];
    for (const text of texts) issuers.push(issuerOf(text, path));
  }
  if (issuers.length === 0) throw new ConfigError(`${VARIABLE}=${folder}: no certificate in it`);
  return issuers;
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
