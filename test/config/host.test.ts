import { expect, it } from 'vitest';
import { hostAndPort, isLoopback, reachableHost } from '../../src/config/host.ts';

it('recognises addresses that only this machine reaches', () => {
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])
    expect([host, isLoopback(host)]).toEqual([host, true]);
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'localhost.example', '127.example', '::11'])
    expect([host, isLoopback(host)]).toEqual([host, false]);
});

it('reaches a listener on every address from this machine', () => {
  expect(['0.0.0.0', '::'].map((host) => reachableHost(host))).toEqual(['127.0.0.1', '127.0.0.1']);
  expect(reachableHost('::', 'localhost')).toBe('localhost');
  expect(reachableHost('192.0.2.1')).toBe('192.0.2.1');
});

it('puts an IPv6 address in brackets', () => {
  expect(hostAndPort('::1', 80)).toBe('[::1]:80');
  expect(hostAndPort('faces.example', 80)).toBe('faces.example:80');
});
