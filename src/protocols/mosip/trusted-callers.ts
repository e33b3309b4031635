/** MOSIP's modules send no credentials. Callers from trusted networks may call as one client. */
import type { FastifyRequest } from 'fastify';
import { isInNetworks } from '../../access/address-prefix.ts';
import type { Authenticator } from '../../access/authenticate.ts';
import type { ClientRegistry } from '../../access/clients/clients.ts';
import { PermissionDenied, Unauthenticated } from '../../errors.ts';
import type { TrustedCallers } from './mosip-parts.ts';

/** Headers of a browser, or of a proxy unknown to this service. */
const OF_OTHERS = ['origin', 'forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Authenticates a client by credentials or, without any, by a trusted network. */
export function trusting(
  authenticate: Authenticator,
  clients: Pick<ClientRegistry, 'find'>,
  trusted: TrustedCallers | undefined,
) {
  const networks = trusted?.networks ?? [];
  const isTrusted = ({ headers, ip, socket }: FastifyRequest): boolean => {
    if (headers.authorization !== undefined) return false;
    // Behind a trusted proxy, the address is the caller's, and these headers are about the caller.
    const direct = ip === socket.remoteAddress;
    if (headers.origin !== undefined || (direct && OF_OTHERS.some((name) => name in headers)))
      return false;
    return isInNetworks(ip, networks);
  };
  return async (header: string | undefined, request: FastifyRequest) => {
    if (trusted === undefined || !isTrusted(request)) {
      const caller = await authenticate(header);
      if (caller.permit !== undefined)
        throw new PermissionDenied('A task token permits no call of the Bio SDK.');
      return caller;
    }
    const client = await clients.find(trusted.clientId);
    if (client === undefined)
      throw new Unauthenticated(`there is no client ${trusted.clientId} (PROSOPON_MOSIP_TRUST)`);
    return { client };
  };
}
