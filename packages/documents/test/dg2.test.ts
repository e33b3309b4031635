/** The portrait comes out of EF.DG2 byte by byte; what lies about itself is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portraitOfDg2 } from '../src/dg2.ts';
import { DocumentRefused } from '../src/refusals.ts';
import {
  dataObject,
  dg2,
  dg2Of,
  faceImageBlock,
  facialRecord,
  newDg2Of,
} from '../testing/chips.ts';

const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(300, 'portrait')]);
const DAMAGED = 'truncated or damaged document';
const record = (...given: Parameters<typeof facialRecord>) =>
  dg2([dataObject('5f2e', facialRecord(...given))]);

describe('the portrait of EF.DG2', () => {
  it.each([
    ['of ISO/IEC 19794-5', dg2Of(JPEG)],
    ['behind feature points', record([JPEG], { points: 3 })],
    ['in a constructed object', dg2([dataObject('7f2e', facialRecord([JPEG]))])],
    [
      'with bytes behind the record',
      dg2([dataObject('5f2e', facialRecord([JPEG]), Buffer.alloc(9))]),
    ],
    ['of ISO/IEC 39794-5', newDg2Of(JPEG)],
    ['of ISO/IEC 39794-5, not wrapped', dg2([dataObject('7f2e', faceImageBlock([JPEG]))])],
    ['larger than 64 KiB', dg2Of(Buffer.alloc(70_000, JPEG))],
  ])('%s is read', (_, file) => {
    const portrait = portraitOfDg2(file);
    expect(Buffer.from(portrait).equals(Buffer.alloc(portrait.length, JPEG))).toBe(true);
    expect(portrait.length).toBeGreaterThanOrEqual(JPEG.length);
  });

  it.each([
    ['nothing in it', dataObject('75'), DAMAGED],
    ['another group', dataObject('61', JPEG), DAMAGED],
    ['no template', dg2([]), 'the document holds no portrait'],
    ['no biometric data', dg2([Buffer.alloc(0)]), 'the document holds no portrait'],
    ['a record without image', record([]), 'the document holds no portrait'],
    [
      'two templates',
      dg2([0, 1].map(() => dataObject('5f2e', facialRecord([JPEG])))),
      'the document holds 2 portraits, one is expected',
    ],
    [
      'two images in a record',
      dg2Of(JPEG, JPEG),
      'the document holds 2 portraits, one is expected',
    ],
    [
      'two representations',
      newDg2Of(JPEG, JPEG),
      'the document holds 2 portraits, one is expected',
    ],
    ['a wrong number of templates', dg2([dataObject('5f2e', facialRecord([JPEG]))], 2), DAMAGED],
    [
      'a record of another edition',
      record([JPEG], { version: '030\0' }),
      'the facial record is not of ISO/IEC 19794-5:2005',
    ],
    ['a record that claims more', record([JPEG], { recordLie: 1 }), DAMAGED],
    ['a record that claims less', record([JPEG], { recordLie: -1 }), DAMAGED],
    ['an image that claims more', record([JPEG], { imageLie: 1 }), DAMAGED],
    ['an image that claims nothing', record([JPEG], { imageLie: -JPEG.length }), DAMAGED],
    ['an image that claims 4 GiB', record([JPEG], { imageLie: 0xfffffe00 }), DAMAGED],
    ['more objects than any', dg2([Buffer.alloc(400, Buffer.from('5300', 'hex'))]), DAMAGED],
    ['a length without end', Buffer.from('758000', 'hex'), DAMAGED],
    ['a length of five bytes', Buffer.from('75850000000001aa', 'hex'), DAMAGED],
    ['a length of 4 GiB', Buffer.from('7584ffffffff', 'hex'), DAMAGED],
    [
      'a shape in place of an image',
      dg2([
        dataObject(
          '7f2e',
          dataObject(
            '65',
            dataObject(
              'a1',
              dataObject('30', dataObject('a1', dataObject('a0', dataObject('a1')))),
            ),
          ),
        ),
      ]),
      DAMAGED,
    ],
  ])('is not looked for in a file with %s', (_, file, message) => {
    expect(() => portraitOfDg2(file)).toThrow(message);
  });

  it.each([
    ['19794-5', dg2Of(JPEG)],
    ['39794-5', newDg2Of(JPEG)],
  ])('of ISO/IEC %s is refused from a file truncated anywhere', (_, file) => {
    for (let end = 0; end < file.length; end++)
      expect(() => portraitOfDg2(file.subarray(0, end))).toThrow(DocumentRefused);
  });

  it('consists of bytes of the file, however the file was changed', () => {
    const files = fc.constantFrom(dg2Of(JPEG), newDg2Of(JPEG));
    const edits = fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(files, edits, (file, changes) => {
        const mutated = Buffer.from(file);
        for (const [at, value] of changes) mutated[at] = value;
        try {
          const portrait = portraitOfDg2(mutated);
          expect(portrait.buffer).toBe(mutated.buffer);
          expect(portrait.length).toBeLessThan(mutated.length);
        } catch (error) {
          expect(error).toBeInstanceOf(DocumentRefused);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
