/** Parsers for environment variables, by kind. An invalid value stops the start. */

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { readBase64 } from '../text/base64.ts';

/** An invalid configuration value, which stops the start. The message names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Parses the value of the variable `name`. @throws ConfigError */
export type Parse<T> = (value: string | undefined, name: string) => T;

/** Any text; `fallback` when absent or empty. */
export const text =
  (fallback: string): Parse<string> =>
  (value) =>
    value === undefined || value === '' ? fallback : value;

export const optional: Parse<string | undefined> = (value) => (value === '' ? undefined : value);

/** A whole number within bounds. */
export const integer =
  (fallback: number, least: number, most: number): Parse<number> =>
  (value, name) => {
    if (value === undefined || value === '') return fallback;
    const parsed = Number(value);
    if (!/^\d+$/.test(value) || parsed < least || parsed > most)
      throw new ConfigError(`${name}=${value}: expected a whole number from ${least} to ${most}`);
    return parsed;
  };

/** One of these words. */
export const oneOf =
  <T extends string>(fallback: T, ...values: readonly T[]): Parse<T> =>
  (value, name) => {
    if (value === undefined || value === '') return fallback;
    const found = values.find((candidate) => candidate === value);
    if (found === undefined)
      throw new ConfigError(`${name}=${value}: expected one of ${values.join(', ')}`);
    return found;
  };

/** 0 or 1. */
export const flag: Parse<boolean> = (value, name) => oneOf('0', '0', '1')(value, name) === '1';

/** An address with one of these protocols, without final slash. */
const url =
  (...protocols: readonly string[]): Parse<string | undefined> =>
  (value, name) => {
    if (value === undefined || value === '') return undefined;
    const beginnings = protocols.map((protocol) => `${protocol}//`);
    if (!URL.canParse(value) || !beginnings.some((beginning) => value.startsWith(beginning)))
      throw new ConfigError(
        `${name}: expected an address beginning with ${beginnings.join(' or ')}`,
      );
    return value.replace(/\/+$/, '');
  };

const RESERVED = '/ as %2F, ? as %3F, # as %23, @ as %40, % as %25';

/** An address that may hold a password. Messages show no part of it. */
export const urlWithPassword =
  (...protocols: readonly string[]): Parse<string | undefined> =>
  (value, name) => {
    if (value === undefined || value === '') return undefined;
    const [, authority = '', rest = ''] = /^[a-z]+:\/\/([^/?#]*)(.*)$/is.exec(value) ?? [];
    // A reserved character ends the host, and what follows it would be taken for a path.
    if (/[#@]/.test(rest) || !isPercentEncoded(authority) || !URL.canParse(value))
      if (protocols.some((protocol) => value.startsWith(`${protocol}//`)))
        throw new ConfigError(
          `${name}: not an address. Encode these characters in user name and password: ${RESERVED}`,
        );
    return url(...protocols)(value, name);
  };

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The address of a web server, to which paths can be added. */
export const webAddress: Parse<string | undefined> = (value, name) => {
  const address = url('http:', 'https:')(value, name);
  if (address !== undefined && /[?#\s]/.test(address))
    throw new ConfigError(`${name}: expected an address without query, fragment and spaces`);
  return address;
};

/** An address without brackets, or a name. */
export const listener =
  (fallback: string): Parse<string> =>
  (value, name) => {
    if (value === undefined || value === '') return fallback;
    const isName = /^[\w.-]+$/.test(value) && URL.canParse(`http://${value}`);
    if (!isName && isIP(value) === 0)
      throw new ConfigError(`${name}=${value}: expected an address or a name, such as 127.0.0.1`);
    return value;
  };

/** Comma-separated. */
export const list = (value: string): readonly string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** How the variables of an extension begin: `PROSOPON_MOSIP_`, also of the package `prosopon-mosip`. */
export const extensionPrefix = (name: string): string => {
  const [, short = ''] = /(?:^|\/)(?:prosopon-)?([^/]*?)(?:\.[cm]?[jt]s)?$/.exec(name) ?? [];
  return `PROSOPON_${short.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_`;
};

/** Comma-separated addresses and networks, all in CIDR notation. */
export const networks: Parse<readonly string[]> = (value, name) =>
  list(value ?? '').map((item) => {
    if (ipaddr.isValidCIDR(item)) return item;
    if (!ipaddr.isValid(item))
      throw new ConfigError(
        `${name}=${item}: expected an address or a network, such as 10.0.0.0/8`,
      );
    return `${item}/${ipaddr.parse(item).kind() === 'ipv6' ? 128 : 32}`;
  });

/** Base64 of 32 bytes. */
export const key: Parse<string | undefined> = (value, name) => {
  if (value === undefined || value === '') return undefined;
  if (readBase64(value.trim())?.length !== 32)
    throw new ConfigError(`${name}: expected base64 of exactly 32 bytes (openssl rand -base64 32)`);
  return value;
};

const SHORTEST_TOKEN = 16;

/** A secret that goes into a header. */
export const token: Parse<string | undefined> = (value, name) => {
  if (value === undefined || value === '') return undefined;
  if (value.length < SHORTEST_TOKEN || !/^[\x21-\x7e]+$/.test(value))
    throw new ConfigError(`${name}: expected ${SHORTEST_TOKEN} or more visible ASCII characters`);
  return value;
};

/** `host:port` */
export const socket: Parse<{ readonly host: string; readonly port: number } | undefined> = (
  value,
  name,
) => {
  if (value === undefined || value === '') return undefined;
  const address = `tcp://${value}`;
  const parsed = !/[/?#@]/.test(value) && URL.canParse(address) ? new URL(address) : undefined;
  if (!parsed?.hostname || parsed.port === '')
    throw new ConfigError(`${name}=${value}: expected host:port, such as 127.0.0.1:9090`);
  return { host: parsed.hostname.replace(/^\[|\]$/g, ''), port: Number(parsed.port) };
};
