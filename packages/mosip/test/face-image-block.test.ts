/** A face image block is written by its schema, in DER, for an image of any length. */
import { describe, expect, it } from 'vitest';
import { faceImageBlock } from '../../documents/testing/chips.ts';
import {
  isFaceImageBlock,
  portraitsOfBlock,
  writeFaceImageBlock,
} from '../src/parser/face-image-block.ts';

describe('a face image block', () => {
  // Where the length of an object takes another byte.
  it.each([1, 100, 127, 128, 200, 255, 256, 65_000, 65_535, 65_536, 70_000])(
    'of an image of %i bytes',
    (length) => {
      const image = Buffer.alloc(length, 'portrait');
      const block = writeFaceImageBlock(image, 'jpeg2000-lossless');
      expect(isFaceImageBlock(block)).toBe(true);
      expect(portraitsOfBlock(block).map((found) => Buffer.from(found))).toEqual([image]);
      expect(block.equals(faceImageBlock([image], 4))).toBe(true);
    },
  );
});
