import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kernel, Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import { sharp } from '../../../../src/faces/image/sharp.ts';
import type { QualityMeasureName } from '../../../../src/faces/quality/measures.ts';
import { testEngine } from '../../../../testing/engine.ts';
import { portrait } from '../../../../testing/photos.ts';
import { sharedPath } from '../../../../testing/shared.ts';

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

type Blur = (image: Sharp, sigma: number) => Sharp;

/** Point spreads of that standard deviation in pixels; of motion along its direction. */
const BLURS: Readonly<Record<string, Blur>> = {
  'Gaussian blur': (image, sigma) => image.blur(sigma),
  'motion to the side': (image, sigma) => image.convolve(spread(sigma * 12 ** 0.5, 1)),
  'motion up and down': (image, sigma) => image.convolve(spread(1, sigma * 12 ** 0.5)),
  defocus: (image, sigma) => image.convolve(spread(4 * sigma, 4 * sigma, true)),
};

/** An even spread over so many pixels, or over a disc within. */
function spread(width: number, height: number, round = false): Kernel {
  const side = 2 * Math.ceil((Math.max(width, height) - 1) / 2) + 1;
  const middle = (side - 1) / 2;
  const within = (at: number, length: number) =>
    Math.max(0, Math.min(1, (length + 1) / 2 - Math.abs(at - middle)));
  const kernel = Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)];
    return round
      ? within(middle + Math.hypot(x - middle, y - middle), width)
      : within(x, width) * within(y, height);
  });
  return { width: side, height: side, kernel };
}

describe('a portrait, increasingly spoilt', () => {
  it('scores lower for Sharpness with more blur', async () => {
    const found = await scores('Sharpness', [0.5, 3, 6, 12], (image, sigma) =>
      image.blur(sigma).png(),
    );
    expect(found).toEqual(falling(found));
    expect(found[0]! - found.at(-1)!).toBeGreaterThan(60);
  });

  it('scores lower for CompressionArtifacts with more compression', async () => {
    const found = await scores('CompressionArtifacts', [95, 30, 10, 3], (image, quality) =>
      image.jpeg({ quality }),
    );
    expect(found).toEqual(falling(found));
    expect(found[0]! - found.at(-1)!).toBeGreaterThan(50);
  });
});

describe('Sharpness judges blur as people do', () => {
  const SIZES = [1, 0.45];

  /** The check of samples, of a portrait reduced and then blurred by that share of the eye distance. */
  async function sharpness(image: Buffer, size: number, blur: Blur, share: number) {
    const { width } = await sharp(image).metadata();
    const small = await sharp(image)
      .resize(Math.round(width * size))
      .png()
      .toBuffer();
    const { leftEye, rightEye } = (await engine.analyse(small)).faces[0]!;
    const sigma = share * Math.hypot(leftEye.x - rightEye.x, leftEye.y - rightEye.y);
    const spoilt = share === 0 ? sharp(small) : blur(sharp(small), sigma);
    const { qualityAssessments } = await engine.analyse(await spoilt.png().toBuffer());
    return qualityAssessments.find(({ check }) => check === 'Sharpness')!.score * 100;
  }

  it.each(SIZES)(
    'at %f of its size a sharp portrait reaches 90, noisy or compressed',
    async (size) => {
      const image = await portrait(10).png().toBuffer();
      expect(await sharpness(image, size, (of) => of, 0)).toBeGreaterThanOrEqual(90);
      const compressed = (of: Sharp) => of.jpeg({ quality: 30 });
      expect(await sharpness(image, size, compressed, 0.001)).toBeGreaterThanOrEqual(90);
    },
  );

  describe.each(Object.entries(BLURS))('%s', (_, blur) => {
    it.each(SIZES)('at %f of its size', async (size) => {
      const image = await portrait(10).png().toBuffer();
      expect(await sharpness(image, size, blur, 0.04)).toBeLessThanOrEqual(60);
      expect(await sharpness(image, size, blur, 0.06)).toBeLessThanOrEqual(30);
    });
  });
});

describe('the unified score', () => {
  it('falls with blur, and is the qualityScore of other operations', async () => {
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
