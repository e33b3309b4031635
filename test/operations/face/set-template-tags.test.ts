/** Which tags a template takes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidArgument } from '../../../src/errors.ts';
import { checkTags } from '../../../src/templates/check-change.ts';

/** Any UTF-16 code unit, halves of characters included. */
const codeUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code));

describe('checkTags', () => {
  it('sorts tags and keeps each once, exact and case-sensitive', () => {
    expect(checkTags(['b', 'a', 'B', 'a', 'ä', 'staff member'])).toEqual([
      'B',
      'a',
      'b',
      'staff member',
      'ä',
    ]);
  });

  it('accepts no tags, and 64 of 64 characters', () => {
    expect(checkTags([])).toEqual([]);
    const longest = Array.from({ length: 64 }, (_, i) => String(i).padEnd(64, 'x'));
    expect(checkTags(longest)).toHaveLength(64);
    expect(checkTags(['😀'.repeat(64)])).toHaveLength(1);
  });

  it.each([
    ['nothing', ''],
    ['65 characters', 'x'.repeat(65)],
    ['a line break', 'a\nb'],
    ['a control character', '\u0007'],
    ['a direction override', 'a\u202eb'],
    ['half a character', '\ud83d'],
  ])('refuses %s and names the tag', (_name, tag) => {
    expect(() => checkTags(['good', tag])).toThrow(InvalidArgument);
    expect(() => checkTags(['good', tag])).toThrow(/^tags\[1\]: /);
  });

  it('refuses a 65th tag', () => {
    const tags = Array.from({ length: 65 }, (_, i) => `tag ${i}`);
    expect(() => checkTags(tags)).toThrow(/^tags: at most 64/);
    expect(checkTags([...tags.slice(1), 'tag 1'])).toHaveLength(64);
  });

  it('answers any list of strings with a clean one or InvalidArgument', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: codeUnit })), (tags) => {
        try {
          for (const tag of checkTags(tags)) expect([...tag].length).toBeLessThanOrEqual(64);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidArgument);
        }
      }),
    );
  });
});
