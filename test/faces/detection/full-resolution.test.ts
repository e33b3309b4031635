/** A small face of a large image is measured and cut in the pixels that were submitted. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FaceEngine, ImageAnalysis } from '../../../src/faces/analysis.ts';
import { sharp } from '../../../src/faces/image/sharp.ts';
import { testEngine } from '../../../testing/engine.ts';
import { portrait } from '../../../testing/people.ts';

let engine: FaceEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine.close());

it('makes thumbnail and measures from all pixels of the face, also for live images', async () => {
  const small = await sharp(await portrait('dov'))
    .resize(220)
    .png()
    .toBuffer();
  const canvas = { width: 4800, height: 3200, channels: 3, background: '#778899' } as const;
  const large = await sharp({ create: canvas })
    .composite([{ input: small, left: 2200, top: 1500 }])
    .png()
    .toBuffer();
  const alone = await engine.analyse(small, { thumbnail: true });
  const live = await engine.analyseLiveness(large, { features: true, thumbnail: true });
  const grade = ({ qualityAssessments }: ImageAnalysis, name: string) =>
    qualityAssessments.find(({ check }) => check === name)?.score;
  for (const within of [await engine.analyse(large, { thumbnail: true }), live.image]) {
    const [face] = alone.faces;
    const [found] = within.faces;
    expect(Math.abs(found!.leftEye.x - 2200 - face!.leftEye.x)).toBeLessThan(3);
    expect(Math.abs(found!.leftEye.y - 1500 - face!.leftEye.y)).toBeLessThan(3);
    const pixels = async (png: Uint8Array) => sharp(png).greyscale().raw().toBuffer();
    const [p, q] = [
      await pixels(alone.subject!.thumbnail!),
      await pixels(within.subject!.thumbnail!),
    ];
    expect(roughness(q) / roughness(p)).toBeGreaterThan(0.9);
    expect(engine.compare(alone.subject!.features, within.subject!.features)).toBeGreaterThan(0.9);
    for (const name of ['Sharpness', 'InterEyeDistance'])
      expect(Math.abs(grade(within, name)! - grade(alone, name)!)).toBeLessThan(0.1);
    expect(grade(within, 'ImageSize')).toBeUndefined();
  }
});

it('searches a small copy of a large image first, and uses it if the face is large', async () => {
  const face = await sharp(await portrait('dov'))
    .resize(1500)
    .toBuffer();
  const canvas = { width: 3600, height: 2700, channels: 3, background: '#778899' } as const;
  const large = sharp({ create: canvas }).composite([{ input: face, left: 900, top: 300 }]);
  const jpeg = await large.jpeg().toBuffer();
  const usual = await engine.analyse(await sharp(jpeg).resize(1920).jpeg().toBuffer());
  const first = await engine.analyse(jpeg);
  const size = first.qualityAssessments.find(({ check }) => check === 'ImageSize');
  expect(size!.message).toContain('reduced to 1000 × 750');
  expect(first.faces).toHaveLength(1);
  expect(first.faces[0]!.leftEye.x * (1920 / 3600)).toBeCloseTo(usual.faces[0]!.leftEye.x, -0.7);
  expect(engine.compare(usual.subject!.features, first.subject!.features)).toBeGreaterThan(0.97);
});

/** Mean difference of neighbours: what a reduced copy loses. */
function roughness(grey: Buffer): number {
  let sum = 0;
  for (let i = 1; i < grey.length; i++) sum += Math.abs(grey[i]! - grey[i - 1]!);
  return sum / grey.length;
}
