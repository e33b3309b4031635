/** Free text in headers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidArgument } from '../../src/errors.ts';
import { headerText } from '../../src/protocols/header-text.ts';

/** Any UTF-16 code unit, halves of characters included. */
const codeUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code));

const read = (value: string | undefined) => headerText(value, 'Reference-Number');
const asHeader = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

describe('headerText', () => {
  it('reads ASCII, UTF-8 and Latin-1', () => {
    expect(read('order 7/b')).toBe('order 7/b');
    expect(read(asHeader('Müller, 北京'))).toBe('Müller, 北京');
    expect(read('M\u00fcller')).toBe('Müller');
  });

  it('treats an empty header as absent', () => {
    expect(read(undefined)).toBeUndefined();
    expect(read('')).toBeUndefined();
  });

  it('accepts 256 characters and no more', () => {
    expect(read('x'.repeat(256))).toHaveLength(256);
    expect(() => read('x'.repeat(257))).toThrow(/^Reference-Number: /);
    expect(read(asHeader('ü'.repeat(256)))).toHaveLength(256);
  });

  it('refuses unprintable text, and fails in no other way', () => {
    expect(() => read('a\tb')).toThrow(InvalidArgument);
    fc.assert(
      fc.property(fc.string({ unit: codeUnit }), (text) => {
        try {
          read(text);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidArgument);
        }
      }),
    );
  });
});
