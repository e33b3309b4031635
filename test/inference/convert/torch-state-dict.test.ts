/** What a pickle of PyTorch may name: it could otherwise call anything. */
import { describe, expect, it } from 'vitest';
import { readStateDict } from '../../../src/inference/convert/torch-state-dict.ts';

const MAGIC = '\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.';
const PROTOCOL = '\x80\x02M\xe9\x03.';
const LITTLE_ENDIAN = '\x80\x02}X\x0d\x00\x00\x00little_endian\x88s.';
const NO_STORAGES = '\x80\x02].';

/** A file of the format before PyTorch 1.6 whose state dict is this pickle. */
const file = (pickle: string) =>
  Buffer.from(MAGIC + PROTOCOL + LITTLE_ENDIAN + pickle + NO_STORAGES, 'latin1');

describe('a state dict of PyTorch', () => {
  it('may be empty', () => {
    expect(readStateDict(file('\x80\x02ccollections\nOrderedDict\n)R.')).size).toBe(0);
  });

  it.each([
    [
      'a function of the system',
      '\x80\x02cposix\nsystem\nX\x02\x00\x00\x00id\x85R.',
      'posix.system',
    ],
    ['what every object has', '\x80\x02c__proto__\nconstructor\n)R.', '__proto__.constructor'],
    ['a storage as a function', '\x80\x02ctorch\nFloatStorage\n)R.', 'not a function'],
    ['a storage as a class', '\x80\x02ctorch\nFloatStorage\n)\x81.', 'not a constructor'],
    ['a persistent thing that is no storage', '\x80\x02X\x01\x00\x00\x00a\x85Q.', 'a a instead'],
    ['a list', '\x80\x02].', 'no state dict'],
  ])('is refused that names %s', (_, pickle, reason) => {
    expect(() => readStateDict(file(pickle))).toThrow(reason);
  });
});
