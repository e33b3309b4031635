import { beforeAll, describe, expect, it } from 'vitest';
import { openMeshReader, type ReadFace } from '../../../evaluation/motion/mesh-reader.ts';
import { decodeImage } from '../../../src/faces/image/decode.ts';
import { isPersonOf, isSamePerson } from '../../../src/faces/liveness/identity.ts';
import { testModels } from '../../../testing/models.ts';
import { portrait } from '../../../testing/photos.ts';

let read: ReadFace;
beforeAll(async () => {
  read = await openMeshReader(await testModels());
}, 60_000);

async function identity(person: number, side = 400, quality = 90): Promise<Float32Array> {
  const jpeg = await portrait(person, side).jpeg({ quality }).toBuffer();
  const { picture } = await decodeImage(jpeg, { maxPixels: 1e7, maxSide: 800 });
  return (await read(picture))!.identity;
}

describe('the identity of a face', () => {
  it('has unit length and stays the same in a smaller or worse image', async () => {
    const one = await identity(4);
    expect(Math.hypot(...one)).toBeCloseTo(1, 5);
    expect(isSamePerson(one, await identity(4, 240, 50))).toBe(true);
  });

  it('differs between people, for one image as for several of a person', async () => {
    const [one, again, other] = [await identity(4), await identity(4, 300), await identity(7)];
    expect(isSamePerson(one, other)).toBe(false);
    expect(isPersonOf(other, [one])).toBe(false);
    expect(isPersonOf(other, [one, again])).toBe(false);
    expect(isPersonOf(again, [one, again])).toBe(true);
  });
});
