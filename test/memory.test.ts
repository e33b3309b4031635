/** Memory that is given back before it is garbage. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeImage } from '../src/faces/image/decode.ts';
import { freeBytes } from '../src/memory.ts';
import { samplePhoto } from '../testing/shared.ts';

describe('freeing', () => {
  it('releases the pixels of a decoded image', async () => {
    const bytes = await sharp(samplePhoto(6)).toBuffer();
    const { picture } = await decodeImage(bytes, { maxPixels: 40_000_000, maxSide: 1920 });
    const { buffer } = picture.data;
    freeBytes(picture.data);
    expect(buffer.byteLength).toBe(0);
  });

  it('leaves shared memory alone', () => {
    const part = new Uint8Array(60).subarray(0, 48);
    freeBytes(part);
    expect(part).toHaveLength(48);
    const pooled = Buffer.from('from the pool of Node.js');
    freeBytes(pooled);
    expect(pooled.toString()).toBe('from the pool of Node.js');
  });
});
