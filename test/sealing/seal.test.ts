/** Sealed rows open only whole, in their place and with their key. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Binding, SealBroken } from '../../src/sealing/key-ring.ts';
import { keyEncryptionKey, open, rewrapSeal, seal } from '../../src/sealing/seal.ts';
import type { SealedColumns } from '../../src/storage/schema.ts';

const key = keyEncryptionKey('a', randomBytes(32));
const binding: Binding = { purpose: 'template', parts: ['store', 'main', 42n, 1, 7] };
const plain = randomBytes(200);
const sealed = seal(key, binding, plain);
const FIELDS = ['data_key', 'body', 'signature'] as const;

const changed = (field: (typeof FIELDS)[number], change: (bytes: Buffer) => Buffer) => ({
  ...sealed,
  [field]: change(Buffer.from(sealed[field])),
});
const opens = (row: SealedColumns) => () => open(key, binding, row);

describe('a sealed row', () => {
  it('opens in its place', () => {
    expect(open(key, binding, sealed)).toEqual(plain);
  });

  it.each(FIELDS)('does not open with any byte of %s flipped, in any way', (field) => {
    for (let index = 0; index < sealed[field].length; index++)
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 255 }), (mask) => {
          const row = changed(field, (bytes) => {
            bytes[index]! ^= mask;
            return bytes;
          });
          expect(opens(row)).toThrow(SealBroken);
        }),
        { numRuns: 3 },
      );
  });

  it.each(FIELDS)('does not open with %s truncated or extended at any length', (field) => {
    for (let length = 0; length < sealed[field].length; length++)
      expect(opens(changed(field, (bytes) => bytes.subarray(0, length)))).toThrow(SealBroken);
    const longer = changed(field, (bytes) => Buffer.concat([bytes, Buffer.alloc(1)]));
    expect(opens(longer)).toThrow(SealBroken);
  });

  it('does not open under any other binding, however similar', () => {
    const others: Binding[] = [
      { ...binding, purpose: 'thumbnail' },
      { ...binding, parts: ['store', 'main', 43n, 1, 7] },
      { ...binding, parts: ['store', 'other', 42n, 1, 7] },
      { ...binding, parts: ['other', 'main', 42n, 1, 7] },
      { ...binding, parts: ['store', 'main', 42n, 2, 7] },
      { ...binding, parts: ['store', 'main', 42n, 1, 8] },
      { ...binding, parts: ['storemain', '', 42n, 1, 7] },
      { ...binding, parts: ['store', 'main', 42n, 17] },
    ];
    for (const other of others)
      expect(() => open(key, other, sealed), JSON.stringify(other.parts.map(String))).toThrow(
        SealBroken,
      );
  });

  it('does not open with another key, nor with parts of another row', () => {
    expect(() => open(keyEncryptionKey('a', randomBytes(32)), binding, sealed)).toThrow(SealBroken);
    const other = seal(key, binding, randomBytes(200));
    for (const field of FIELDS)
      expect(opens({ ...sealed, [field]: other[field] })).toThrow(SealBroken);
    expect(opens(other)).not.toThrow();
  });

  it('differs from the same bytes sealed again', () => {
    const again = seal(key, binding, plain);
    for (const field of FIELDS) {
      const windows = new Set<string>();
      for (let index = 0; index + 4 <= sealed[field].length; index++)
        windows.add(Buffer.from(sealed[field].subarray(index, index + 4)).toString('hex'));
      for (let index = 0; index + 4 <= again[field].length; index += 4)
        expect(windows).not.toContain(
          Buffer.from(again[field].subarray(index, index + 4)).toString('hex'),
        );
    }
  });

  it('opens only with the new key once it is re-wrapped', () => {
    const next = keyEncryptionKey('b', randomBytes(32));
    const moved = rewrapSeal(key, next, binding, sealed);
    expect(open(next, binding, moved)).toEqual(plain);
    expect(moved.body).toBe(sealed.body);
    expect(() => open(key, binding, moved)).toThrow(SealBroken);
    const broken = changed('body', (bytes) => bytes.fill(bytes[0]! ^ 1, 0, 1));
    expect(() => rewrapSeal(key, next, binding, broken)).toThrow(SealBroken);
  });

  it('may hold no bytes', () => {
    expect(open(key, binding, seal(key, binding, new Uint8Array()))).toHaveLength(0);
  });
});
