/** The credentials of the gRPC port. */
import { ServerCredentials } from '@grpc/grpc-js';
import { readTlsFiles, type TlsFiles } from '../tls/tls-files.ts';

/** Credentials of the server. Undefined: no TLS. @throws ConfigError with the file */
export async function serverCredentials(tls: TlsFiles | undefined): Promise<ServerCredentials> {
  if (tls === undefined) return ServerCredentials.createInsecure();
  const { cert, key } = await readTlsFiles(tls);
  return ServerCredentials.createSsl(null, [{ cert_chain: cert, private_key: key }]);
}
