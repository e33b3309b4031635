/** Which text counts as printable: words of all scripts, nothing that nobody sees. */
import { expect, it } from 'vitest';
import { isPrintable, isPrintableWithin } from '../../src/text/printable-text.ts';

it.each([
  ['Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['Persian, before alef', '\u0646\u0627\u0645\u0647\u200c\u0627\u06cc'],
  ['Sinhala', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
  ['Hindi, joined', '\u0915\u094d\u200d\u0937'],
  ['Hindi, not joined', '\u0915\u094d\u200c\u0937'],
  ['Bengali', '\u0995\u09cd\u200d\u09b7'],
  ['Malayalam', '\u0d15\u0d4d\u200d'],
  ['accents of their own', 'Ju\u0308rgen'],
  ['signs and spaces', 'a-b (c) \u20ac \u6771\u4eac'],
])('%s', (_, text) => {
  expect(isPrintable(text)).toBe(true);
});

it.each([
  ['a joiner between Latin letters', 'a\u200db'],
  ['a non-joiner between Latin letters', 'a\u200cb'],
  ['a non-joiner alone', '\u200c'],
  ['one where Arabic letters do not join', '\u0631\u200c\u0627'],
  ['one at the end of an Arabic word', '\u0645\u06cc\u200c'],
  ['two in a row', '\u0645\u200c\u200c\u062e'],
  ['a mark of direction', '\u202eabc'],
  ['a space without width', 'a\u200bb'],
  ['a line break', 'a\nb'],
])('not %s', (_, text) => {
  expect(isPrintable(text)).toBe(false);
});

it('counts characters, not halves of them', () => {
  expect(isPrintableWithin('\u{20bb7}'.repeat(64), 64)).toBe(true);
  expect(isPrintableWithin('a'.repeat(65), 64)).toBe(false);
  expect(isPrintableWithin('', 64)).toBe(false);
});
