/** Addresses that webhooks may reach: public ones by TLS, others if the operator allows it. */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config/config.ts';
import { MemberRefused } from '../errors.ts';

const MAX_CHARACTERS = 2000;
const LOOPBACK = ['127.0.0.0/8', '::1/128'];
/** All public IPv6 of IANA (RFC 4291 2.4). Ranges that embed IPv4 are outside or reserved. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

export type Destinations = ReturnType<typeof createDestinations>;

/**
 * Webhooks must not reach services of this machine or of its network. Addresses are checked when a
 * connection is made, so that DNS cannot change in between.
 */
export function createDestinations({
  webhookNetworks,
  exposed,
}: Pick<Config, 'webhookNetworks' | 'exposed'>) {
  const allowed = [...webhookNetworks, ...(exposed ? [] : LOOPBACK)].map((network) =>
    ipaddr.parseCIDR(network),
  );
  const isAllowed = (address: string) => {
    const parsed = ipaddr.process(address);
    return allowed.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
    );
  };
  /** Whether a connection to it is permitted. */
  const permits = (address: string, secure: boolean): boolean =>
    isAllowed(address) || (secure && isPublic(ipaddr.process(address)));

  return {
    /**
     * @param member that holds it
     * @throws MemberRefused the text already shows that it leads to a forbidden place
     */
    check(text: string, member = 'url'): void {
      const url = text.length <= MAX_CHARACTERS && URL.canParse(text) ? new URL(text) : undefined;
      if (url === undefined || !['https:', 'http:'].includes(url.protocol))
        throw new MemberRefused(member, 'expected an address beginning with https://');
      if (url.username !== '' || url.password !== '' || url.hash !== '')
        throw new MemberRefused(member, 'expected an address without credentials and fragment');
      const secure = url.protocol === 'https:';
      const host = hostOf(url);
      const known = /(^|\.)localhost$/.test(host) ? '127.0.0.1' : host;
      if (isIP(known) !== 0) {
        if (!permits(known, secure))
          throw new MemberRefused(member, refusal(host, secure), 'not-public');
      } else if (!secure && allowed.length === 0)
        throw new MemberRefused(member, refusal(host, secure), 'not-public');
    },

    /** `dns.lookup` that returns only permitted addresses, for connections of one scheme. */
    lookup:
      (secure: boolean) =>
      (host: string, options: LookupOptions, done: LookupDone): void =>
        systemLookup(host, { ...options, all: true }, (error, found) => {
          if (error) return done(error, []);
          const permitted = found.filter(({ address }) => permits(address, secure));
          const [first] = permitted;
          if (first === undefined) return done(new Error(refusal(host, secure)), []);
          if (options.all) return done(null, permitted);
          done(null, first.address, first.family);
        }),

    /** An IP address is never looked up, so check it here. @throws Error */
    checkLiteral(url: URL): void {
      const host = hostOf(url);
      const secure = url.protocol === 'https:';
      if (isIP(host) !== 0 && !permits(host, secure)) throw new Error(refusal(host, secure));
    },
  };
}

type LookupDone = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_IPV6);
}

/** Without the brackets of IPv6 and the dot that ends a full name. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.$/g, '');

const refusal = (host: string, secure: boolean): string =>
  secure
    ? `${host} is not a public address; PROSOPON_WEBHOOK_NETWORKS can permit it`
    : `${host} needs https://, unless PROSOPON_WEBHOOK_NETWORKS permits it`;
