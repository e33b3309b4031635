/** Counts addresses by network, because a caller may own all addresses of an IPv6 network. */
import { isIPv4, isIPv6, SocketAddress } from 'node:net';

/** Number of 16-bit groups in the prefix of a subscriber, and of the largest site. */
const NETWORK_GROUPS = 4;
const SITE_GROUPS = 3;

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/** The /64 of an IPv6 address. IPv4 addresses stay as they are, mapped ones too. */
export const networkOf = (address: string): string => prefixOf(address, NETWORK_GROUPS);

/** The /48 of an IPv6 address: the most that a site gets, 65536 networks. */
export const siteOf = (address: string): string => prefixOf(address, SITE_GROUPS);

function prefixOf(address: string, groups: number): string {
  const [plain = ''] = withoutPort(address).split('%');
  if (!isIPv6(plain)) return plain;
  // Canonical form: lower case, no leading zeros, longest run of zeros omitted.
  const { address: canonical } = new SocketAddress({ address: plain, family: 'ipv6' });
  const mapped = MAPPED.exec(canonical)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = [], tail = []] = withoutDots(canonical)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, groups).join(':')}::/${groups * 16}`;
}

/** Some proxies also forward the port of the connection, which callers can vary at will. */
const withoutPort = (address: string): string =>
  address
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');

/** `::192.0.2.1` is an IPv6 address: its last two groups are ordinary. */
function withoutDots(address: string): string {
  const last = address.slice(address.lastIndexOf(':') + 1);
  if (!isIPv4(last)) return address;
  const [a = 0, b = 0, c = 0, d = 0] = last.split('.').map(Number);
  const groups = [a * 256 + b, c * 256 + d].map((group) => group.toString(16));
  return address.slice(0, -last.length) + groups.join(':');
}
