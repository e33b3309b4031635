/** Hosts: which of them this machine is, and how they stand in addresses. */

/** Whether only this machine reaches it; IPv6 with brackets or without. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127\.[0-9.]+|\[?::1\]?)$/.test(host);

/** What is asked to reach a listener; one on every address is reached `here`. */
export const reachableHost = (host: string, here = '127.0.0.1'): string =>
  host === '0.0.0.0' || host === '::' ? here : host;

/** `host:port`, an IPv6 address in brackets. */
export const hostAndPort = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
