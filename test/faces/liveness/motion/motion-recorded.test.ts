import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { bendPicture } from '../../../../evaluation/bent/bend.ts';
import { renderSheet } from '../../../../evaluation/motion/flat-view.ts';
import {
  openMeshReader,
  type ReadFace,
  type SeenFace,
} from '../../../../evaluation/motion/mesh-reader.ts';
import { decodeImage } from '../../../../src/faces/image/decode.ts';
import { isSamePerson } from '../../../../src/faces/liveness/identity.ts';
import { assessMotion } from '../../../../src/faces/liveness/motion/motion.ts';
import { testModels } from '../../../../testing/models.ts';
import { portraitJpeg } from '../../../../testing/photos.ts';
import { framesOf, recordings } from '../../../../testing/recordings.ts';

const CAMERA = { width: 640, height: 480, focal: 650 };
const GREY = { width: 1, height: 1, data: Uint8Array.of(120, 125, 130) };
const HELD = {
  tilt: 0,
  tiltDirection: 0,
  roll: 0,
  distance: 1.4,
  shiftX: 0,
  shiftY: 0,
  bend: 0,
  light: 1,
};

let read: ReadFace;
beforeAll(async () => {
  read = await openMeshReader(await testModels());
}, 60_000);

describe('a photograph held before the camera', () => {
  it.each([
    ['turned', { tilt: 35 }],
    ['tilted back', { tilt: 35, tiltDirection: 90 }],
    ['rolled and moved', { roll: 20, shiftX: 0.15, distance: 1.8 }],
    ['not moved', {}],
  ])('and %s is not a live head', async (_, change) => {
    const bytes = await portraitJpeg(3);
    const { picture } = await decodeImage(bytes, { maxPixels: 4e7, maxSide: 800 });
    const first = await read(renderSheet(picture, HELD, CAMERA, GREY));
    const second = await read(renderSheet(picture, { ...HELD, ...change }, CAMERA, GREY));
    const motion = assessMotion(first!.view, second!.view, true);
    expect(motion.live).toBe(false);
    expect(motion.score).toBeLessThan(0.5);
  });
});

describe('a photograph bent like a turning head', () => {
  it.each([
    ['an egg to the right', { shape: 'egg', right: -0.3, down: 0 }],
    ['an egg upwards', { shape: 'egg', right: 0, down: -0.3 }],
    ['its mesh to the left', { shape: 'mesh', right: 0.3, down: 0 }],
    ['its mesh turned', { shape: 'turn', right: -0.13, down: 0 }],
  ] as const)('like %s is not a live head, also with new noise and light', async (_, bend) => {
    const bytes = await portraitJpeg(4);
    const { picture } = await decodeImage(bytes, { maxPixels: 4e7, maxSide: 800 });
    const first = (await read(picture))!.view;
    const bent = bendPicture(picture, first.mesh, bend);
    const raw = { width: bent.width, height: bent.height, channels: 3 } as const;
    const plain = sharp(bent.data, { raw }).jpeg({ quality: 95 });
    const disguised = sharp(bent.data, { raw }).blur(0.8).linear(1.15, -6).jpeg({ quality: 70 });
    for (const image of [plain, disguised]) {
      const second = await decodeImage(await image.toBuffer(), { maxPixels: 4e7, maxSide: 800 });
      const motion = assessMotion(first, (await read(second.picture))!.view, true);
      expect(motion.measures.angle).toBeGreaterThan(5);
      expect(motion).toMatchObject({ live: false, problem: 'bent' });
    }
  });
});

describe('a recorded head', () => {
  const folder = recordings();

  it.skipIf(folder === undefined)(
    'is live in most pairs of frames between which it turned',
    async () => {
      const faces: SeenFace[] = [];
      for (const frame of await framesOf(folder!, 'live/k-real.mp4', 9)) {
        const { picture } = await decodeImage(frame, { maxPixels: 4e7, maxSide: 1920 });
        const face = await read(picture);
        if (face !== undefined) faces.push(face);
      }
      const results = faces.flatMap((first, i) =>
        faces.slice(i + 1).map((second) => {
          const samePerson = isSamePerson(first.identity, second.identity);
          return assessMotion(first.view, second.view, samePerson);
        }),
      );
      const turned = results.filter(({ measures }) => measures.angle >= 10);
      const still = results.filter(({ measures }) => measures.angle < 5);
      expect(turned.length).toBeGreaterThan(6);
      expect(turned.filter(({ live }) => live).length).toBeGreaterThanOrEqual(turned.length * 0.85);
      expect(still.some(({ live }) => live)).toBe(false);
    },
  );
});
