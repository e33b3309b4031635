/** The TLS files of the gRPC port, looked at before it opens: a wrong one stops the start by name. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ServerCredentials } from '@grpc/grpc-js';
import { ConfigError } from '../../config.ts';

/** PEM files. */
export interface TlsFiles {
  /** The certificate, then those it was signed by. */
  readonly certFile: string;
  readonly keyFile: string;
}

/**
 * Credentials of the server; undefined: without TLS.
 * @throws ConfigError naming the file that cannot be read or used
 */
export async function serverCredentials(tls: TlsFiles | undefined): Promise<ServerCredentials> {
  if (tls === undefined) return ServerCredentials.createInsecure();
  const { certFile, keyFile } = tls;
  const cert = await readTlsFile(certFile);
  const key = await readTlsFile(keyFile);
  const certificate = parsed(certFile, 'a PEM certificate', () => new X509Certificate(cert));
  const privateKey = parsed(keyFile, 'a PEM private key without passphrase', () =>
    createPrivateKey(key),
  );
  requireMatch(certificate, privateKey, tls);
  return ServerCredentials.createSsl(null, [{ cert_chain: cert, private_key: key }]);
}

function requireMatch(certificate: X509Certificate, key: KeyObject, tls: TlsFiles): void {
  if (certificate.checkPrivateKey(key)) return;
  throw new ConfigError(
    `the TLS key ${tls.keyFile} is not that of the certificate ${tls.certFile}`,
  );
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
