/** Reads addresses of callers, also as proxies forward them: with ports, zones, or nonsense. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Bits of the prefix of a subscriber, and of the largest site. */
const SUBSCRIBER = 64;
const SITE = 48;

/** The prefix of what is no address. */
const UNKNOWN = 'unknown';

/** IPv4 mapped into IPv6 becomes IPv4. Undefined: no address. */
function parseAddress(text: string): Address | undefined {
  const [plain = ''] = withoutPort(text).split('%');
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain);
}

/** The /64 of an IPv6 address, which one caller may own; an IPv4 address; a prefix as it is. */
export const addressPrefix = (text: string): string => prefixOf(text, SUBSCRIBER);

/** The /48 of an IPv6 address: the most that a site gets, 65536 networks. */
export const sitePrefix = (text: string): string => prefixOf(text, SITE);

function prefixOf(text: string, bits: number): string {
  const address = parseAddress(text);
  if (address === undefined) return UNKNOWN;
  const whole = address.toString();
  if (address.kind() === 'ipv4') return whole;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${whole}/${bits}`)}/${bits}`;
}

/** Callers can vary the port of their connection at will. Prefixes lose their length. */
const withoutPort = (address: string): string =>
  address
    .trim()
    .replace(/\/\d+$/, '')
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
