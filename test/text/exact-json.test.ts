/** 64-bit integers survive JSON in both directions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExact, stringifyExact } from '../../src/text/exact-json.ts';

const LARGEST = 9_223_372_036_854_775_807n;

describe('exact JSON', () => {
  it('writes and reads the largest class id', () => {
    const text = stringifyExact({ classId: LARGEST, list: [LARGEST - 1n] });
    expect(text).toBe('{"classId":9223372036854775807,"list":[9223372036854775806]}');
    expect(parseExact(text)).toEqual({ classId: LARGEST, list: [LARGEST - 1n] });
  });

  it('keeps safe integers, fractions and exponents as numbers', () => {
    expect(parseExact('[1, -2, 0.5, 1e300, 9007199254740991]')).toEqual([
      1, -2, 0.5, 1e300, 9_007_199_254_740_991,
    ]);
  });

  it('restores every 64-bit integer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: LARGEST }), (value) => {
        const [read] = parseExact(stringifyExact([value])) as [number | bigint];
        expect(BigInt(read)).toBe(value);
      }),
    );
  });

  it('equals JSON for everything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(stringifyExact(value)).toBe(JSON.stringify(value));
      }),
    );
  });
});
