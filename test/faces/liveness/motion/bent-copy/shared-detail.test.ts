import { beforeAll, describe, expect, it } from 'vitest';
import { FORGERIES } from '../../../../../evaluation/bent/variants.ts';
import { openMeshReader, type ReadFace } from '../../../../../evaluation/motion/mesh-reader.ts';
import { seededRandom } from '../../../../../evaluation/motion/random.ts';
import { decodeImage } from '../../../../../src/faces/image/decode.ts';
import { assessMotion } from '../../../../../src/faces/liveness/motion/motion.ts';
import { DETAIL_SIZE } from '../../../../../src/faces/liveness/motion/motion-view.ts';
import { testModels } from '../../../../../testing/models.ts';
import { portraitJpeg } from '../../../../../testing/photos.ts';
import { headView } from '../synthetic-views.ts';

let read: ReadFace;
beforeAll(async () => {
  read = await openMeshReader(await testModels());
}, 60_000);

/** Portrait, forged by name. */
async function forged(person: number, name: string) {
  const bytes = await portraitJpeg(person);
  const { picture } = await decodeImage(bytes, { maxPixels: 4e7, maxSide: 720 });
  const { mesh } = (await read(picture))!.view;
  const [first, second] = await FORGERIES[name]!(picture, mesh, seededRandom(person));
  return [(await read(first))!.view, (await read(second))!.view] as const;
}

describe('a photograph bent and lit like a head that turned under a lamp', () => {
  it.each([
    [3, 'turned under a lamp, six spots, 0.45'],
    [4, 'turned under a lamp, ten spots, 0.45'],
  ])('of portrait %i is no live head: %s', async (person, name) => {
    const [first, second] = await forged(person, name);
    const { live, problem } = assessMotion(first, second, true);
    expect({ live, problem }).toEqual({ live: false, problem: 'bent' });
  });

  it('is detected by its detail, not by its light', async () => {
    const [first, second] = await forged(2, 'turned under a lamp, six spots, 0.3');
    const { light, shared } = assessMotion(first, second, true);
    expect(light).toBeGreaterThan(1);
    expect(shared).toBeGreaterThan(0.94);
    const { detail: _, ...without } = first;
    expect(assessMotion(without, second, true).live).toBe(true);
  });
});

it('checks the smallest turn that meets a challenge together with a shift', () => {
  const random = seededRandom(1);
  const detail = Uint8Array.from({ length: DETAIL_SIZE ** 2 }, () => 255 * random());
  const [first, second] = [headView({ right: 0, up: 0 }), headView({ right: 4.8, up: 12 })];
  const { measures, shared } = assessMotion({ ...first, detail }, { ...second, detail }, true);
  expect(Math.abs(measures.turn[1])).toBeLessThan(5);
  expect(shared).toBeDefined();
});
