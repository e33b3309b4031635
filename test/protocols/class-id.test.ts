/** Class ids in addresses: all positive 64-bit integers, and nothing else. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidArgument } from '../../src/errors.ts';
import { parseClassId } from '../../src/protocols/class-id.ts';

describe('parseClassId', () => {
  it('reads every positive 64-bit integer exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), (value) => {
        expect(parseClassId(String(value))).toBe(value);
      }),
    );
  });

  it.each([
    '',
    '0',
    '-1',
    '+1',
    '01',
    '1.5',
    '1e3',
    '0x10',
    ' 1',
    '1 ',
    '١',
    '9223372036854775808',
  ])('refuses "%s"', (text) => {
    expect(() => parseClassId(text)).toThrow(InvalidArgument);
    expect(() => parseClassId(text)).toThrow(/^classId: /);
  });

  it('refuses any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^[1-9][0-9]*$/.test(text));
        expect(() => parseClassId(text)).toThrow(InvalidArgument);
      }),
    );
  });
});
