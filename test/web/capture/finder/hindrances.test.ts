/** The inspector of browsers says of a face what the network of its training says. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { packHindrances, packWeights } from '../../../../scripts/finder-weights.ts';
import { prepareModel } from '../../../../src/inference/models/prepare.ts';
import { openSession, type Session } from '../../../../src/inference/session.ts';
import { maskedPortrait } from '../../../../testing/masked.ts';
import { testModels } from '../../../../testing/models.ts';
import { PEOPLE, portrait } from '../../../../testing/photos.ts';
import { FINDER_BUILD } from '../../../../wasm/build.ts';
import { readHalves } from '../../../../web/capture/finder/half-precision.ts';
import { CROP, cropFace } from '../../../../web/capture/finder/hindrances.ts';
import { VIEW } from '../../../../web/capture/finder/network.ts';
import { createObserver, type Observe } from '../../../../web/capture/finder/observer.ts';

const KERNEL = readFileSync(new URL(FINDER_BUILD.name, FINDER_BUILD.folder));

const viewOf = async (picture: Buffer) =>
  new Uint8ClampedArray(
    await sharp(picture)
      .resize(VIEW, VIEW, { fit: 'contain' })
      .removeAlpha()
      .ensureAlpha()
      .raw()
      .toBuffer(),
  );

describe('hindrances of a face', () => {
  let observe: Observe;
  let reference: Session;
  beforeAll(async () => {
    const [weights, hindrances] = await Promise.all([packWeights(), packHindrances()]);
    observe = createObserver(KERNEL, readHalves(weights.buffer), readHalves(hindrances.buffer));
    reference = await openSession(await prepareModel('hindrances', await testModels()));
    return () => reference.close();
  });

  /** Portraits in which the finder sees a face, which a mask may prevent. */
  const portraits = async (draw: (person: number) => Promise<Buffer>) => {
    const seen = await Promise.all(
      Array.from({ length: PEOPLE }, async (_, person) => {
        const view = await viewOf(await draw(person));
        return observe(view).map((face) => ({ view, face }));
      }),
    );
    return seen.flat();
  };
  const plain = (person: number) => portrait(person).png().toBuffer();

  it('match the network, to half a hundredth', async () => {
    for (const { view, face } of await portraits(maskedPortrait)) {
      const rgba = cropFace(view, face);
      const data = Float32Array.from({ length: 3 * CROP * CROP }, (_, i) => {
        const [channel, pixel] = [Math.floor(i / (CROP * CROP)), i % (CROP * CROP)];
        return rgba[pixel * 4 + channel]!;
      });
      const { covered } = await reference.run({ input: { data, dims: [1, 3, CROP, CROP] } });
      expect(Math.abs(face.covered! - covered!.data[0]!)).toBeLessThan(0.005);
    }
  });

  it('include most masks drawn over mouth and nose, and never a bare face', async () => {
    const covered = async (draw: (person: number) => Promise<Buffer>) => {
      const seen = await portraits(draw);
      const told = seen.filter(({ face }) => face.covered! > 0.9);
      return { seen: seen.length, told: told.length };
    };
    expect(await covered(plain)).toEqual({ seen: PEOPLE, told: 0 });
    const { seen, told } = await covered(maskedPortrait);
    expect(told).toBeGreaterThan(seen / 2);
    expect(seen).toBeGreaterThan(10);
  });

  it('are reported for a single person, not for two', async () => {
    const [one, two] = await Promise.all(
      [2, 4].map((person) => portrait(person, 400).png().toBuffer()),
    );
    const both = await sharp(one)
      .extend({ right: 400 })
      .composite([{ input: two!, left: 400, top: 0 }]);
    const faces = observe(await viewOf(await both.png().toBuffer()));
    expect(faces).toHaveLength(2);
    expect(faces.filter(({ covered }) => covered !== undefined)).toEqual([]);
  });
});

it('sees a crop with level eyes, whichever way the head leans', () => {
  const view = new Uint8ClampedArray(VIEW * VIEW * 4).fill(255);
  // Red above the line of the eyes, in a view that leans by 45°.
  for (let y = 0; y < VIEW; y++)
    for (let x = 0; x < VIEW; x++)
      if (y < x) view.fill(0, (y * VIEW + x) * 4 + 1, (y * VIEW + x) * 4 + 3);
  const crop = cropFace(view, {
    rightEye: { x: 0.4, y: 0.4 },
    leftEye: { x: 0.6, y: 0.6 },
    mouth: { x: 0.4, y: 0.6 },
  });
  const green = (x: number, y: number) => crop[(y * CROP + x) * 4 + 1];
  expect([green(10, 10), green(85, 10)]).toEqual([0, 0]);
  expect([green(10, 85), green(85, 85), green(48, 48)]).toEqual([255, 255, 255]);
});
