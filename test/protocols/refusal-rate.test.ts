/** Refusals are logged, but never so many that they bury the log. */
import { describe, expect, it } from 'vitest';
import { createRefusalRate } from '../../src/protocols/refusal-rate.ts';

describe('the rate of logged refusals', () => {
  it('is limited for each network, and later tells how many went unlogged', () => {
    let now = 0;
    const rate = createRefusalRate(() => now);
    const flood = Array.from({ length: 100 }, (_, i) => rate.next(`2001:db8::${i}`));
    expect(flood.filter((unlogged) => unlogged !== undefined)).toHaveLength(20);
    expect(rate.next('192.0.2.1')).toBe(80);
    expect(rate.next('192.0.2.1')).toBe(0);
    now += 60_000;
    expect(rate.next('2001:db8::1')).toBe(0);
  });

  it('is limited for all networks together', () => {
    const rate = createRefusalRate(() => 0);
    const many = Array.from({ length: 1000 }, (_, i) => rate.next(`198.51.${i >> 8}.${i & 255}`));
    expect(many.filter((unlogged) => unlogged !== undefined)).toHaveLength(300);
  });
});
