/** Addresses counted as one: those of one subscriber, however they are written. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressPrefix, sitePrefix } from '../../src/access/address-prefix.ts';

it('treats all addresses of an IPv6 /64 as one, in any spelling', () => {
  const same = ['2001:db8::1', '2001:DB8:0:0:ffff::2', '2001:0db8::1:2:3:4', '2001:db8::9%eth0'];
  expect(new Set(same.map(addressPrefix)).size).toBe(1);
  expect(addressPrefix('2001:db8:0:1::1')).not.toBe(addressPrefix('2001:db8::1'));
  expect(addressPrefix('1:2::3:4:5:6:7')).toBe(addressPrefix('1:2:0:3::'));
  expect(addressPrefix('2001:db8::5')).toBe('2001:db8::/64');
  expect(addressPrefix('2001:db8::/64')).toBe('2001:db8::/64');
  expect(sitePrefix('2001:db8:1:2::5')).toBe('2001:db8:1::/48');
});

it('treats an IPv4 address as one, also if mapped into IPv6', () => {
  for (const mapped of ['::ffff:192.0.2.1', '::FFFF:192.0.2.1', '::ffff:c000:201'])
    expect(addressPrefix(mapped)).toBe('192.0.2.1');
});

it('ignores a port that a proxy forwards with the address', () => {
  for (const address of ['192.0.2.1:51004', '192.0.2.1:8', ' 192.0.2.1', '[::ffff:192.0.2.1]:9'])
    expect(addressPrefix(address)).toBe('192.0.2.1');
  for (const address of ['[2001:db8::1]:443', '[2001:db8::2]'])
    expect(addressPrefix(address)).toBe(addressPrefix('2001:db8::3'));
});

it('an address that ends in IPv4 notation stays in its IPv6 network', () => {
  expect(addressPrefix('2001:db8::192.0.2.1')).toBe(addressPrefix('2001:db8::192.0.2.2'));
});

it('never throws, and keeps nothing of what is no address', () => {
  const forwarded = fc.oneof(
    fc.string(),
    fc.ipV4().map((address) => `${address}:5555`),
    fc.ipV6().map((address) => `[${address}]:99`),
    fc.constantFrom('unknown', '_hidden', '999.1.1.1', '1.2.3', '::1::2', 'x'.repeat(5000)),
  );
  fc.assert(
    fc.property(forwarded, (text) => {
      expect(addressPrefix(text).length).toBeLessThan(50);
    }),
  );
  expect(addressPrefix('x'.repeat(5000))).toBe('unknown');
});
