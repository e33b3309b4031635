/** How often callers may call: counted by client and by network, from nothing again each minute. */
import { describe, expect, it } from 'vitest';
import { NotFound, ResourceExhausted, Unauthenticated } from '../../src/errors.ts';
import { createCallRates } from '../../src/protocols/call-rates.ts';

describe('call rates', () => {
  it("limit a client's calls per minute, and say when the next is accepted", () => {
    let now = 60_000 * 7 + 45_500;
    const rates = createCallRates({ callsPerClient: 2 }, () => now);
    const call = (id: string) => rates.client(id);
    call('eager');
    call('eager');
    expect(() => call('eager')).toThrow(ResourceExhausted);
    expect(() => call('eager')).toThrow(expect.objectContaining({ retryAfter: 15 }));
    call('calm');
    now += 14_500;
    call('eager');
  });

  it('count IPv6 addresses by network, and IPv4 addresses singly, in any spelling', () => {
    const networks = [
      ['2001:db8::1', '2001:db8:0:0:ffff::2', '2001:db8:0:0:1:2:3:4'],
      ['2001:db8:0:1::1', '2001:db8:0:1:2:3:4:5'],
      ['1:2::3:4:5:6:7', '1:2:0:3::'],
      ['192.0.2.1', '::ffff:192.0.2.1'],
      ['192.0.2.2'],
      ['::1'],
      ['unknown'],
    ];
    const rates = createCallRates({ callsPerAddress: 1 }, () => 0);
    for (const [first, ...others] of networks) {
      rates.address(first!);
      for (const other of others) expect(() => rates.address(other)).toThrow(ResourceExhausted);
    }
  });

  it('keep the first logins of other networks when a few begin many', () => {
    const rates = createCallRates({ begunPerAddress: 30, begunInAll: 60 }, () => 0);
    const begin = (address: string, times: number) => {
      for (let n = 0; n < times; n++) rates.beginning(address);
    };
    for (const address of ['192.0.2.1', '192.0.2.2']) begin(address, 30);
    begin('192.0.2.3', 15);
    expect(() => begin('192.0.2.3', 1)).toThrow(ResourceExhausted);
    begin('203.0.113.7', 5);
    expect(() => begin('203.0.113.7', 1)).toThrow(ResourceExhausted);
  });

  it('count logins of known browsers apart, and not without end', () => {
    const rates = createCallRates({ begunPerAddress: 1, begunPerBrowser: 2 }, () => 0);
    for (const browser of ['one', 'two'])
      for (let n = 0; n < 2; n++) rates.beginning('192.0.2.1', browser);
    expect(() => rates.beginning('192.0.2.1', 'one')).toThrow(ResourceExhausted);
    rates.beginning('192.0.2.1');
    expect(() => rates.beginning('192.0.2.1')).toThrow(ResourceExhausted);
  });

  it('count only failed authentications, and never stop valid credentials', async () => {
    const rates = createCallRates({ failedAuthentications: 1 }, () => 0);
    const fail = () => rates.authentication('192.0.2.1', Promise.reject(new Unauthenticated()));
    await expect(fail()).rejects.toThrow(Unauthenticated);
    await expect(fail()).rejects.toThrow(ResourceExhausted);
    await expect(rates.authentication('192.0.2.1', Promise.resolve('me'))).resolves.toBe('me');
    const other = rates.authentication('192.0.2.1', Promise.reject(new NotFound('?')));
    await expect(other).rejects.toThrow(NotFound);
  });
});
