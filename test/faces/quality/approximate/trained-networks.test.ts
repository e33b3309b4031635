import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import type { QualityMeasureName } from '../../../../src/faces/quality/measures.ts';
import { testEngine } from '../../../support/engine.ts';
import { portrait } from '../../../support/photos.ts';
import { sharedPath } from '../../../support/shared.ts';

let engine: FaceEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine.close());

async function score(image: Buffer, measure: QualityMeasureName): Promise<number> {
  const { measurements } = await engine.gradeQuality(image);
  return measurements.find((measured) => measured.measure === measure)!.scalarScore;
}

/** Scores of the same portrait spoilt more and more. */
const scores = (
  measure: QualityMeasureName,
  levels: readonly number[],
  spoil: (image: Sharp, level: number) => Sharp,
) =>
  levels.reduce<Promise<number[]>>(
    async (before, level) => [
      ...(await before),
      await score(await spoil(portrait(2), level).toBuffer(), measure),
    ],
    Promise.resolve([]),
  );

const falling = (values: readonly number[]) => values.toSorted((p, q) => q - p);

describe('a portrait spoilt more and more', () => {
  it('scores lower and lower for Sharpness when it is blurred', async () => {
    const found = await scores('Sharpness', [0.5, 3, 6, 12], (image, sigma) =>
      image.blur(sigma).png(),
    );
    expect(found).toEqual(falling(found));
    expect(found[0]! - found.at(-1)!).toBeGreaterThan(60);
  });

  it('scores lower and lower for CompressionArtifacts when it is compressed', async () => {
    const found = await scores('CompressionArtifacts', [95, 30, 10, 3], (image, quality) =>
      image.jpeg({ quality }),
    );
    expect(found).toEqual(falling(found));
    expect(found[0]! - found.at(-1)!).toBeGreaterThan(50);
  });
});

describe('the unified score', () => {
  it('falls when a portrait is blurred, and is the qualityScore of other operations', async () => {
    const found = await scores('UnifiedQualityScore', [0.5, 4, 8], (image, sigma) =>
      image.blur(sigma).png(),
    );
    expect(found).toEqual(falling(found));
    expect(found[0]! - found.at(-1)!).toBeGreaterThan(25);
    const { qualityScore } = await engine.analyse(await portrait(2).png().toBuffer());
    expect(Math.abs(qualityScore * 100 - found[0]!)).toBeLessThan(10);
  });
});

const london = sharedPath('faces', 'london');
it.skipIf(london === undefined)('a smile is less neutral than no smile', async () => {
  const of = async (name: string) =>
    score(await readFile(join(london!, name)), 'ExpressionNeutrality');
  for (const person of ['004', '031', '062'])
    expect(await of(`${person}_neutral.jpg`)).toBeGreaterThan(
      20 + (await of(`${person}_smiling.jpg`)),
    );
});
