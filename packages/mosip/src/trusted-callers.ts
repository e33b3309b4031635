/** MOSIP's modules send no credentials. Callers from trusted networks count as one client. */
import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'prosopon/extensions';

const VARIABLE = 'PROSOPON_MOSIP_TRUST';
/** Headers of a browser, or of a proxy unknown to the service. */
const OF_OTHERS = ['origin', 'forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * @param setting CLIENT@NETWORKS, comma-separated
 * @returns the client that a request counts for; undefined: it needs credentials
 * @throws Error the setting is invalid
 */
export function trustedCallers(setting: string) {
  const [clientId = '', addresses = '', ...more] = setting.split('@');
  const networks = addresses.split(',').map((network) => network.trim());
  const trusted = new BlockList();
  for (const network of networks) addNetwork(trusted, network);
  if (!/^[\w-]+$/.test(clientId) || more.length > 0)
    throw new Error(`${VARIABLE}=${setting}: expected CLIENT@NETWORKS, such as mosip@10.0.0.0/8`);
  return ({ headers, ip, socket }: FastifyRequest): string | undefined => {
    // Behind a trusted proxy, the address is the caller's, and these headers are about the caller.
    const direct = ip === socket.remoteAddress;
    if (headers.origin !== undefined || (direct && OF_OTHERS.some((name) => name in headers)))
      return undefined;
    return contains(trusted, ip) ? clientId : undefined;
  };
}

function addNetwork(trusted: BlockList, network: string): void {
  const [address = '', prefix] = network.split('/');
  const family = isIP(address);
  const most = family === 6 ? 128 : 32;
  const bits = prefix === undefined ? most : Number(prefix);
  if (family === 0 || !/^\d{0,3}$/.test(prefix ?? '') || prefix === '' || bits > most)
    throw new Error(`${VARIABLE}: "${network}" is no address or network, such as 10.0.0.0/8`);
  if (bits === 0) throw new Error(`${VARIABLE}=${network}: trusts every caller`);
  trusted.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4');
}

/** What a proxy forwards may be no address, or one with a port. */
function contains(trusted: BlockList, ip: string): boolean {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
