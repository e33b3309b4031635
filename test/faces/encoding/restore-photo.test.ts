/** ID photos: a pale print is compared nearly as well as the photograph it was made from. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { halftone } from '../../../evaluation/photo-verify/documents.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { PATCH_SIZE } from '../../../src/faces/encoding/align.ts';
import { withContrast } from '../../../src/faces/encoding/restore-photo.ts';
import { testEngine } from '../../../testing/engine.ts';
import { portrait, portraitJpeg } from '../../../testing/photos.ts';

let engine: FaceEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine?.close());

it('brings a pale photo nearer to the person, and leaves a good one unchanged', async () => {
  const features = async (image: Uint8Array, idPhoto: boolean) =>
    (await engine.analyse(image, { idPhoto })).subject!.features;
  for (const person of [2, 9, 10, 13]) {
    const good = await portraitJpeg(person);
    const reference = await features(good, false);
    const pale = await portrait(person).linear(0.2, 120).jpeg({ quality: 80 }).toBuffer();
    const restored = engine.compare(await features(pale, true), reference);
    expect(restored).toBeGreaterThan(engine.compare(await features(pale, false), reference));
    expect(engine.compare(await features(good, true), reference)).toBeGreaterThan(0.9999);
  }
});

it('removes the dots of a printed photo', async () => {
  const features = async (image: Uint8Array, idPhoto: boolean) =>
    (await engine.analyse(image, { idPhoto })).subject!.features;
  const gains: number[] = [];
  for (const person of [2, 9, 10, 13]) {
    const reference = await features(await portraitJpeg(person), false);
    const { data, info } = await portrait(person, 900).raw().toBuffer({ resolveWithObject: true });
    const dots = halftone({ width: info.width, height: info.height, data }, 6);
    const print = await sharp(dots.data, { raw: { width: 900, height: 900, channels: 3 } })
      .resize(450)
      .png()
      .toBuffer();
    const as = async (idPhoto: boolean) =>
      engine.compare(await features(print, idPhoto), reference);
    gains.push((await as(true)) - (await as(false)));
  }
  expect(gains.reduce((p, q) => p + q)).toBeGreaterThan(0);
  expect(gains.filter((gain) => gain > 0).length).toBeGreaterThanOrEqual(3);
});

it('stretches levels about their mean, without overflow', () => {
  const data = new Uint8Array(PATCH_SIZE * PATCH_SIZE * 3);
  for (let i = 0; i < data.length; i++) data[i] = 100 + (Math.floor(i / 3) % 2) * 20;
  data.fill(255, 0, 30);
  const { data: out } = withContrast({ width: PATCH_SIZE, height: PATCH_SIZE, data });
  expect([...out.subarray(0, 3)]).toEqual([255, 255, 255]);
  const [dark, bright] = [out[3 * 1000]!, out[3 * 1001]!];
  expect(bright - dark).toBeCloseTo(90, -1);
  expect((bright + dark) / 2).toBeCloseTo(130, -1);
});
