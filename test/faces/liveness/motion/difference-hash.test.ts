/** The hash by which a picture is known again. */
import { describe, expect, it } from 'vitest';
import { decodeImage } from '../../../../src/faces/image/decode.ts';
import {
  differenceHash,
  hashDistance,
} from '../../../../src/faces/liveness/motion/difference-hash.ts';
import { portrait } from '../../../../testing/photos.ts';

const hashOf = async (bytes: Uint8Array) =>
  differenceHash((await decodeImage(bytes, { maxPixels: 1e7, maxSide: 2000 })).picture);

describe('differenceHash', () => {
  it('hardly changes with size, compression and brightness', async () => {
    const hash = await hashOf(await portrait(0).png().toBuffer());
    expect(hash).toHaveLength(32);
    for (const other of [
      portrait(0).jpeg({ quality: 40 }),
      portrait(0, 250).jpeg(),
      portrait(0).linear(0.8, 10).png(),
    ])
      expect(hashDistance(hash, await hashOf(await other.toBuffer()))).toBeLessThanOrEqual(6);
  });

  it('differs between pictures', async () => {
    const hashes = await Promise.all(
      [0, 3, 7, 11].map(async (person) => hashOf(await portrait(person).png().toBuffer())),
    );
    for (const [i, hash] of hashes.entries())
      for (const other of hashes.slice(i + 1))
        expect(hashDistance(hash, other)).toBeGreaterThan(40);
  });
});
