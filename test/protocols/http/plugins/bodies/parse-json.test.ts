/** What a body says does not depend on how it arrives; its files become bytes, and nothing else does. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { ImageText, maybe } from '../../../../../src/contract/members.ts';
import {
  decodeFiles,
  parseJson,
} from '../../../../../src/protocols/http/plugins/bodies/parse-json.ts';
import { createStructureLimit } from '../../../../../src/protocols/http/plugins/bodies/structure-limit.ts';

const Body = Type.Union([
  Type.Array(Type.Object({ image: ImageText, tags: maybe(Type.Array(Type.String())) })),
  Type.Object({ image: ImageText, second: maybe(ImageText), note: Type.String() }),
]);

function cut(body: string | Buffer, sizes: readonly number[]): Buffer[] {
  const bytes = Buffer.from(body);
  const pieces: Buffer[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const end = at + sizes[i % sizes.length]!;
    pieces.push(Buffer.from(bytes.subarray(at, end)));
    at = end;
  }
  return pieces;
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

describe('a body', () => {
  it('is read alike wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), sizes, async (value, cuts) => {
        const text = JSON.stringify(value);
        for (const begin of ['', '\ufeff'])
          expect(await parseJson(cut(begin + text, cuts))).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['no JSON', '{"image":"AAAA"', 'not JSON'],
    ['a raw line end', '{"image":"AA\nAA"}', 'not JSON'],
    ['no UTF-8', Buffer.from('{"note":"\xff"}', 'latin1'), 'not UTF-8'],
  ])('that is %s is refused', async (_, body, message) => {
    await expect(parseJson(cut(body, [4096]))).rejects.toThrow(`body: ${message}`);
  });

  it('that is empty is no value', async () => {
    expect(await parseJson([])).toBeUndefined();
  });
});

describe('a file in a body', () => {
  const photo = randomBytes(60_000);
  const image = photo.toString('base64');
  const read = async (value: unknown) => {
    const holder = { value };
    await decodeFiles(Body, value);
    return holder.value;
  };

  it('becomes bytes in every item of a list, and in nullable members', async () => {
    expect(await read([{ image }, { image, tags: ['a'] }])).toEqual([
      { image: photo },
      { image: photo, tags: ['a'] },
    ]);
    expect(await read({ image, second: image, note: '' })).toEqual({
      image: photo,
      second: photo,
      note: '',
    });
  });

  it.each([
    ['it is a text', { image: 'AAAA', note: image }],
    ['it is a tag', [{ image: 'AAAA', tags: [image] }]],
    ['nobody asked for it', { image: 'AAAA', more: image }],
    ['it is in another list', [[image], { image: 'AAAA' }]],
    ['it is no base64', { image: `${image.slice(0, 20_000)}*${image.slice(20_001)}` }],
    ['it is small', [{ image: 'AAAA' }]],
  ])('stays text where %s', async (_, value) => {
    expect(await read(structuredClone(value))).toEqual(value);
  });
});

describe('the structure of a body', () => {
  /** Whether text passes when it arrives in chunks of these sizes, one after the other. */
  const passes = (most: number, text: string, cuts: readonly number[] = [4096]) => {
    const check = createStructureLimit(most, 6e6);
    try {
      cut(text, cuts).forEach(check);
      return true;
    } catch {
      return false;
    }
  };
  /** Values and names on all levels. */
  const measure = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1;
    const inner = Object.values(value).reduce((sum: number, each) => sum + measure(each), 1);
    return inner + (Array.isArray(value) ? 0 : Object.keys(value).length);
  };

  it('has a character that counts for each value and name but one, however it is cut', () => {
    fc.assert(
      fc.property(fc.jsonValue(), sizes, (value, cuts) => {
        const text = JSON.stringify(value);
        const parts = measure(JSON.parse(text));
        expect(passes(parts - 2, text, cuts)).toBe(false);
        expect(passes(text.length, text, cuts)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('cannot be hidden in strings by quotes and backslashes', () => {
    const hostile = fc.array(fc.constantFrom('"', '\\', '[', '{', ',', '\\"', 'é', ' '));
    fc.assert(
      fc.property(fc.array(hostile), sizes, (texts, cuts) => {
        const list = texts.map((characters) => characters.join(''));
        const text = JSON.stringify([...list, ...Array(50).fill([])]);
        expect(passes(2 * list.length + 50, text, cuts)).toBe(false);
      }),
    );
  });

  it('has no long names, however it is cut, but long strings and escapes', () => {
    const long = 'y/~'.repeat(400);
    for (const cuts of [[4096], [7], [1, 500]]) {
      expect(passes(100, `{"${long}":1}`, cuts)).toBe(false);
      expect(passes(100, `[{"a":"${long}\\/","${long}" :1}]`, cuts)).toBe(false);
      expect(passes(100, `{"${'\\u0079'.repeat(400)}":1}`, cuts)).toBe(false);
      expect(passes(100, `{"a":"${long}","b":"\\/${long}","c":["${long}"]}`, cuts)).toBe(true);
      expect(passes(100, `${' '.repeat(2000)}{${' '.repeat(2000)}"a":1}`, cuts)).toBe(true);
    }
    expect(() => createStructureLimit(9, 100)(Buffer.from(`{"${long}":1}`))).toThrow(
      "body: a member's name of more than 1024 bytes; send shorter names",
    );
  });

  it('is refused before the rest arrives, but long strings are not', () => {
    const endless = ['{},', '[', '{"a":', '"",', '"\\"",', '0,'];
    for (const item of endless) {
      const check = createStructureLimit(100, 6000);
      check(Buffer.from('['));
      expect(() => check(Buffer.from(item.repeat(200))), item).toThrow(/^body: more than 100 of/);
    }
    expect(passes(10, `["${',[{'.repeat(1e6)}"]`)).toBe(true);
    expect(passes(10, `["${'\\/'.repeat(1e6)}"]`)).toBe(true);
    expect(passes(10, `["${'\\/'.repeat(1e6)}\\/"]`)).toBe(false);
  });
});
