/** Base64 members: what is taken, what is refused, and under which name. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidArgument } from '../../../../src/errors.ts';
import { decodeBase64 } from '../../../../src/protocols/http/plugins/base64.ts';

/** Any UTF-16 code unit, halves of characters included. */
const codeUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code));

const decode = (text: string) => decodeBase64(text, 'images[1].image');

describe('decodeBase64', () => {
  it('restores any bytes, with or without padding, line breaks or a data-URL prefix', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const expected = Buffer.from(bytes);
        const text = expected.toString('base64');
        const lines = text.replace(/.{1,76}/g, '$&\r\n');
        for (const variant of [
          text,
          text.replace(/=+$/, ''),
          lines,
          expected.toString('base64url'),
          `data:image/jpeg;base64,${text}`,
          `DATA:image/jpeg;charset=x;BASE64,${text}`,
          `data:;base64,${text}`,
        ])
          expect(decode(variant).equals(expected)).toBe(true);
      }),
    );
  });

  it.each([
    '***',
    'A',
    'AAAAA',
    'AA=',
    'AAA==',
    '=',
    '====',
    'AA=A',
    'AAAA=',
    'AA*A',
    'AAAA====',
    'ab-/',
    'a+_b',
    'ä',
    'data:image/png,AAAA',
    'data:image/png;base64,***',
    'AAAA\u0000',
    'AAAA\u00a0',
  ])('refuses "%s" with the member\'s name', (text) => {
    expect(() => decode(text)).toThrow(InvalidArgument);
    expect(() => decode(text)).toThrow('images[1].image: not base64');
  });

  it('detects one wrong character anywhere', () => {
    const text = randomBytes(300).toString('base64');
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.string({ minLength: 1, maxLength: 1, unit: codeUnit }),
        (at, wrong) => {
          fc.pre(!/[A-Za-z0-9+/\s]/.test(wrong));
          fc.pre(!/[-_]/.test(wrong) || /[+/]/.test(text.slice(0, at) + text.slice(at + 1)));
          const broken = text.slice(0, at) + wrong + text.slice(at + wrong.length);
          expect(() => decode(broken)).toThrow(InvalidArgument);
        },
      ),
    );
  });

  it('decodes 37 MB exactly', () => {
    const bytes = randomBytes(37 * 1024 * 1024);
    expect(decode(bytes.toString('base64')).equals(bytes)).toBe(true);
  });
});
