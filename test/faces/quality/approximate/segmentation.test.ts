import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import type { QualityMeasureName } from '../../../../src/faces/quality/measures.ts';
import { testEngine } from '../../../../testing/engine.ts';
import { portrait } from '../../../../testing/photos.ts';

let engine: FaceEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine.close());

async function scores(image: Sharp): Promise<Partial<Record<QualityMeasureName, number>>> {
  const { measurements } = await engine.gradeQuality(await image.png().toBuffer());
  return Object.fromEntries(measurements.map(({ measure, scalarScore }) => [measure, scalarScore]));
}

it.each([2, 4, 13])('portrait %i: detects a cover over mouth and chin', async (person) => {
  const free = await scores(portrait(person));
  expect(free.MouthOcclusionPrevention).toBeGreaterThan(90);
  expect(free.FaceOcclusionPrevention).toBeGreaterThan(85);
  const cover = { width: 220, height: 85, channels: 3, background: '#9bbbcc' } as const;
  const image = portrait(person).composite([{ input: { create: cover }, left: 90, top: 235 }]);
  const covered = await scores(sharp(await image.png().toBuffer()));
  expect(covered.MouthOcclusionPrevention).toBeLessThan(60);
  expect(covered.FaceOcclusionPrevention).toBeLessThan(85);
});
