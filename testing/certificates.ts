/** Self-signed certificates of `localhost`, as files. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TlsFiles } from '../src/protocols/tls-files.ts';

/** Makes `NAME.crt` and `NAME.key` in the folder. */
export function makeCertificate(folder: string, name: string): TlsFiles {
  const files = { certFile: join(folder, `${name}.crt`), keyFile: join(folder, `${name}.key`) };
  const subject = '-subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -days 1';
  const made = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes ${subject}`;
  const out = `-keyout ${files.keyFile} -out ${files.certFile}`;
  execFileSync('openssl', `${made} ${out}`.split(' '), { stdio: 'ignore' });
  return files;
}
