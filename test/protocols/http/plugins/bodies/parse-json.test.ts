/** Files taken out of the bytes of a body change nothing of what it says, or how it is refused. */
import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { readBase64 } from '../../../../../src/base64.ts';
import { ImageText, maybe } from '../../../../../src/contract/members.ts';
import { decodeFile } from '../../../../../src/protocols/http/plugins/bodies/decode-file.ts';
import { parseJson, putFile } from '../../../../../src/protocols/http/plugins/bodies/parse-json.ts';
import { createStructureScanner } from '../../../../../src/protocols/http/plugins/bodies/structure-scanner.ts';

const Body = Type.Union([
  Type.Array(Type.Object({ image: ImageText, tags: maybe(Type.Array(Type.String())) })),
  Type.Object({ image: ImageText, second: maybe(ImageText), note: Type.String() }),
]);

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const end = at + sizes[i % sizes.length]!;
    pieces.push(Buffer.from(bytes.subarray(at, end)));
    at = end;
  }
  return pieces;
}

/** What comes of a body in pieces of these sizes, and how many files were decoded from its bytes. */
async function parse(body: string | Buffer, sizes: readonly number[] = [60_000]) {
  const scanner = createStructureScanner({ parts: 1000, depth: 16, wordLength: 64 });
  const pieces = cut(Buffer.from(body), sizes);
  for (const piece of pieces) scanner.write(piece);
  const { value, files } = await parseJson(pieces, scanner.longStrings, Body);
  files.forEach(putFile);
  for (const { holder, key } of files) holder[key] = hash(holder[key] as Buffer);
  return { value, decoded: files.length };
}

/** In place of files, which take a minute to compare. */
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const photo = randomBytes(60_000);
const image = photo.toString('base64');
const sizes = fc.array(fc.integer({ min: 50, max: 90_000 }), { minLength: 1, maxLength: 5 });

describe('a file in a body', () => {
  it('is decoded wherever the body is cut, and whatever surrounds it', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.string({ unit: 'binary' }), async (cuts, note) => {
        const text = JSON.stringify({ note, image, other: [note, { image: note }] });
        expect(await parse(text, cuts)).toEqual({
          value: { note, image: hash(photo), other: [note, { image: note }] },
          decoded: 1,
        });
      }),
      { numRuns: 15 },
    );
  });

  it('is decoded in every item of a list, and in nullable members', async () => {
    const list = [{ image }, { image, tags: ['a'] }];
    expect(await parse(`\ufeff ${JSON.stringify(list)}`)).toEqual({
      value: [{ image: hash(photo) }, { image: hash(photo), tags: ['a'] }],
      decoded: 2,
    });
    const second = randomBytes(50_001);
    const both = JSON.stringify({ image, second: second.toString('base64'), note: '' });
    expect(await parse(both)).toEqual({
      value: { image: hash(photo), second: hash(second), note: '' },
      decoded: 2,
    });
  });

  it.each([
    ['a text', { image: 'AAAA', note: image }],
    ['a tag', [{ image, tags: [image] }]],
    ['the name of a member', { image, [image]: 1 }],
    ['a member nobody asked for', { image, more: image }],
    ['an item of another list', [[image], { image }]],
    ['base64 for addresses', { image: `${'-'.repeat(80_000)}`, note: '' }],
    ['a data URL', { image: `data:image/png;base64,${image}` }],
    ['lines', { image: image.replace(/.{76}/g, '$&\n') }],
    ['no base64', { image: `${image.slice(0, 20_000)}*${image.slice(20_001)}` }],
    ['not alone', { image: 'é'.repeat(90_000) }],
    ['all of the body', image],
  ])('stays text where it is %s', async (_, value) => {
    expect(await parse(JSON.stringify(value))).toEqual({ value, decoded: 0 });
  });

  it('is the last one of its name', async () => {
    const last = randomBytes(50_000).toString('base64');
    const value = await parse(`{"image":"${image}","image":"${last}"}`);
    expect(value).toEqual({ value: { image: last }, decoded: 0 });
  });

  it.each([
    ['no JSON', `{"image":"${image}"`, 'not JSON'],
    ['a raw line end', `{"image":"${image}\n"}`, 'not JSON'],
    [
      'no UTF-8 around it',
      Buffer.from(`{"image":"${image}","note":"\xff"}`, 'latin1'),
      'not UTF-8',
    ],
    ['no UTF-8 in it', Buffer.from(`{"image":"${image}\xff"}`, 'latin1'), 'not UTF-8'],
  ])('does not hide %s', async (_, body, message) => {
    await expect(parse(body)).rejects.toThrow(`body: ${message}`);
  });
});

describe('decodeFile', () => {
  it('gives the same result as the text decoder, or leaves the work to it', () => {
    const text = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      fc.string({ unit: fc.constantFrom('A', 'b', '9', '+', '/', '=', '-', '_', ' ', 'é') }),
    );
    fc.assert(
      fc.property(
        text,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (given, cuts) => {
          const file = decodeFile(cut(Buffer.from(given), cuts));
          const expected = readBase64(given);
          if (file !== undefined || !/[-_]/.test(given)) expect(file).toEqual(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('detects one wrong character anywhere', () => {
    for (const at of [0, 3, 49_151, 49_152, 98_303, 98_304, 119_999]) {
      const wrong = Buffer.from(randomBytes(90_000).toString('base64'));
      wrong[at] = 0x20;
      expect(decodeFile([wrong])).toBeUndefined();
    }
  });
});
