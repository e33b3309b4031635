/** Addresses counted as one: those of one subscriber, however they are written. */
import { expect, it } from 'vitest';
import { networkOf } from '../../src/access/network.ts';

it('treats all addresses of an IPv6 /64 as one, in any spelling', () => {
  const same = ['2001:db8::1', '2001:DB8:0:0:ffff::2', '2001:0db8::1:2:3:4', '2001:db8::9%eth0'];
  expect(new Set(same.map(networkOf)).size).toBe(1);
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8::1'));
  expect(networkOf('1:2::3:4:5:6:7')).toBe(networkOf('1:2:0:3::'));
});

it('treats an IPv4 address as one, also if mapped into IPv6', () => {
  for (const mapped of ['::ffff:192.0.2.1', '::FFFF:192.0.2.1', '::ffff:c000:201'])
    expect(networkOf(mapped)).toBe('192.0.2.1');
});

it('ignores a port that a proxy forwards with the address', () => {
  for (const address of ['192.0.2.1:51004', '192.0.2.1:8', ' 192.0.2.1', '[::ffff:192.0.2.1]:9'])
    expect(networkOf(address)).toBe('192.0.2.1');
  for (const address of ['[2001:db8::1]:443', '[2001:db8::2]'])
    expect(networkOf(address)).toBe(networkOf('2001:db8::3'));
});

it('an address that ends in IPv4 notation stays in its IPv6 network', () => {
  expect(networkOf('2001:db8::192.0.2.1')).toBe(networkOf('2001:db8::192.0.2.2'));
  expect(networkOf('::192.0.2.1')).toBe(networkOf('::1'));
});
