/** What passes the scanner is what JSON.parse makes of it, however it is cut; what is too much does not. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createStructureScanner,
  type StructureLimits,
} from '../../../../../src/protocols/http/plugins/bodies/structure-scanner.ts';

const WIDE: StructureLimits = { parts: 1e6, depth: 1000, wordLength: 1000 };

/** Whether text passes when it arrives in chunks of these sizes, one after the other. */
function passes(limits: StructureLimits, text: string, sizes: readonly number[] = [4096]): boolean {
  const scanner = createStructureScanner(limits);
  const bytes = Buffer.from(text);
  try {
    for (let at = 0, i = 0; at < bytes.length; i++) {
      const end = at + sizes[i % sizes.length]!;
      scanner.write(bytes.subarray(at, end));
      at = end;
    }
    return true;
  } catch {
    return false;
  }
}

/** Values and names, and the arrays and objects around the deepest one. */
function measure(value: unknown): { readonly parts: number; readonly depth: number } {
  if (typeof value !== 'object' || value === null) return { parts: 1, depth: 0 };
  const inner = Object.values(value).map(measure);
  const names = Array.isArray(value) ? 0 : inner.length;
  return {
    parts: 1 + names + inner.reduce((sum, { parts }) => sum + parts, 0),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  };
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const indent = fc.constantFrom('', ' ', '\t\n');

it('counts any JSON like the parser, wherever its chunks are cut', () => {
  fc.assert(
    fc.property(fc.jsonValue(), indent, sizes, (value, space, cuts) => {
      const text = JSON.stringify(value, null, space);
      const { parts, depth } = measure(JSON.parse(text));
      expect(passes({ ...WIDE, parts, depth }, text, cuts)).toBe(true);
      expect(passes({ ...WIDE, depth, parts: parts - 1 }, text, cuts)).toBe(false);
      if (depth > 0) expect(passes({ ...WIDE, parts, depth: depth - 1 }, text, cuts)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

it('is not confused by quotes, brackets and backslashes in strings', () => {
  const hostile = fc.array(fc.constantFrom('"', '\\', '[', '{', ',', '\\"', 'é', ' '));
  fc.assert(
    fc.property(fc.array(hostile), sizes, (texts, cuts) => {
      const value = texts.map((characters) => characters.join(''));
      const limits = { ...WIDE, parts: value.length + 1, depth: 1 };
      expect(passes(limits, JSON.stringify(value), cuts)).toBe(true);
      expect(passes({ ...limits, parts: value.length }, JSON.stringify(value), cuts)).toBe(false);
    }),
  );
});

it('refuses too much of anything before the rest has arrived', () => {
  const limits: StructureLimits = { parts: 100, depth: 8, wordLength: 20 };
  const endless = { empties: '{},', brackets: '[', objects: '{"a":', digits: '9', tags: '"",' };
  for (const [name, item] of Object.entries(endless)) {
    const scanner = createStructureScanner(limits);
    const chunk = Buffer.from(item.repeat(200));
    expect(() => scanner.write(Buffer.from('[')), name).not.toThrow();
    expect(() => scanner.write(chunk), name).toThrow(/^body: /);
  }
  expect(passes(limits, `["${'A'.repeat(1e6)}"]`)).toBe(true);
});
