import type { Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { openMeshReader, type ReadFace } from '../../../../evaluation/motion/mesh-reader.ts';
import type { LiveAnalysis } from '../../../../src/faces/analysis.ts';
import { decodeImage } from '../../../../src/faces/image/decode.ts';
import { differenceHash } from '../../../../src/faces/liveness/motion/difference-hash.ts';
import { isMirrored } from '../../../../src/faces/liveness/motion/mirrored.ts';
import { comparePair } from '../../../../src/faces/liveness/motion/pair.ts';
import { testModels } from '../../../../testing/models.ts';
import { portrait } from '../../../../testing/photos.ts';
import { headView } from './synthetic-views.ts';

let read: ReadFace;
beforeAll(async () => {
  read = await openMeshReader(await testModels());
}, 60_000);

async function analyse(image: Sharp): Promise<LiveAnalysis> {
  const jpeg = await image.jpeg({ quality: 80 }).toBuffer();
  const { picture, width, height } = await decodeImage(jpeg, { maxPixels: 1e7, maxSide: 800 });
  const facts = { rotated: 0, faces: [], qualityScore: 0, qualityAssessments: [] } as const;
  return {
    image: { width, height, ...facts },
    ...(await read(picture))!,
    fakes: [],
    hash: differenceHash(picture),
  };
}

describe('the second image', () => {
  it.each([
    ['the first one again', (image: Sharp) => image],
    [
      'the first one compressed anew and brightened',
      (image: Sharp) => image.modulate({ brightness: 1.1 }),
    ],
    ['the first one mirrored', (image: Sharp) => image.flop()],
    [
      'mirrored and cut',
      (image: Sharp) => image.flop().extract({ left: 20, top: 15, width: 370, height: 380 }),
    ],
  ])('is recognised as %s', async (_, change) => {
    for (const person of [3, 4, 7, 9]) {
      const pair = comparePair(
        await analyse(portrait(person)),
        await analyse(change(portrait(person))),
        [],
      );
      expect(pair).toMatchObject({ identical: true });
    }
  });

  it('of another person is new, and not of the same person', async () => {
    const pair = comparePair(await analyse(portrait(4)), await analyse(portrait(7)), []);
    expect(pair).toMatchObject({ identical: false, motion: { problem: 'other-person' } });
  });

  it('of a head that turned or nodded is not the mirrored first', () => {
    for (const turn of [
      { right: 14, up: 0 },
      { right: 0, up: -14 },
      { right: -9, up: 8 },
    ])
      expect(isMirrored(headView({ right: 0, up: 0 }), headView(turn))).toBe(false);
  });
});
