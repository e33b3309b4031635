import { beforeAll, describe, expect, it } from 'vitest';
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
    ['bent and turned', { bend: 40, tilt: 25 }],
    ['bent the other way', { bend: -40 }],
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
