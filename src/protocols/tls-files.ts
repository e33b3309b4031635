/** Certificate and key in files. Checks them before use, and names a wrong one. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfigError } from '../config/config.ts';

/** PEM files. */
export interface TlsFiles {
  /** The certificate, followed by its issuers. */
  readonly certFile: string;
  readonly keyFile: string;
}

export type TlsIdentity = Awaited<ReturnType<typeof readTlsFiles>>;

/** @throws ConfigError with the file that cannot be read or used */
export async function readTlsFiles({ certFile, keyFile }: TlsFiles) {
  const cert = await readTlsFile(certFile);
  const key = await readTlsFile(keyFile);
  const certificate = parsed(certFile, 'a PEM certificate', () => new X509Certificate(cert));
  const privateKey = parsed(keyFile, 'a PEM private key without passphrase', () =>
    createPrivateKey(key),
  );
  if (!certificate.checkPrivateKey(privateKey))
    throw new ConfigError(`the TLS key ${keyFile} is not that of the certificate ${certFile}`);
  return { cert, key };
}

async function readTlsFile(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: Error) => {
    throw new ConfigError(`the TLS file ${file} cannot be read: ${cause.message}`);
  });
}

function parsed<T>(file: string, expected: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new ConfigError(`the TLS file ${file} is not ${expected}`);
  }
}
