/** Hosts: recognising this machine, and writing hosts in addresses. */

/** Whether only this machine can reach it; IPv6 with or without brackets. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127\.[0-9.]+|\[?::1\]?)$/.test(host);

/** The host to contact for a listener; for a listener on every address, `here`. */
export const reachableHost = (host: string, here = '127.0.0.1'): string =>
  host === '0.0.0.0' || host === '::' ? here : host;

/** `host:port`, an IPv6 address in brackets. */
export const hostAndPort = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
