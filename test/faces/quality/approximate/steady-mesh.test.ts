/** What covers the face or surrounds it leaves the measures of its geometry where they are. */
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import type { QualityMeasureName } from '../../../../src/faces/quality/measures.ts';
import { testEngine } from '../../../../testing/engine.ts';
import { portrait } from '../../../../testing/photos.ts';

let engine: FaceEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine.close());

type RawValues = Partial<Record<QualityMeasureName, number>>;

async function rawValues(image: Sharp): Promise<RawValues> {
  const { measurements } = await engine.gradeQuality(await image.png().toBuffer());
  return Object.fromEntries(measurements.map(({ measure, rawValue }) => [measure, rawValue]));
}

/** A rectangle of one colour over the lower face, as a mask or a scarf. */
async function coveredBelow(person: number, row: number): Promise<Sharp> {
  const cover = { width: 220, height: 320 - row, channels: 3, background: '#9bbbcc' } as const;
  const image = portrait(person).composite([{ input: { create: cover }, left: 90, top: row }]);
  return sharp(await image.png().toBuffer());
}

describe.each([2, 4, 13])('the face of person %i', (person) => {
  it('keeps its height if mouth and chin are covered', async () => {
    const clean = await rawValues(portrait(person));
    const covered = await rawValues(await coveredBelow(person, 235));
    expect(covered.HeadSize! / clean.HeadSize!).toBeGreaterThan(0.9);
    expect(covered.HeadSize! / clean.HeadSize!).toBeLessThan(1.1);
    expect(covered.InterEyeDistance! / clean.InterEyeDistance!).toBeCloseTo(1, 1);
  });

  it('keeps it anywhere in the image', async () => {
    const clean = await rawValues(portrait(person));
    const around = { top: 130, left: 210, right: 40, bottom: 70, background: '#777' };
    const moved = await rawValues(portrait(person).extend(around));
    const height = (clean.HeadSize! * 400) / (moved.HeadSize! * 600);
    expect(Math.abs(height - 1)).toBeLessThan(0.03);
    expect(Math.abs(clean.HeadPosePitch! - moved.HeadPosePitch!)).toBeLessThan(2.5);
  });
});
