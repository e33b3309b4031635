import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fold, strengthOf } from '../../evaluation/folds.ts';
import { CONDITIONS } from '../../evaluation/photo-verify/conditions.ts';
import { levelRates } from '../../evaluation/photo-verify/levels.ts';
import { comparePhotos, join } from '../../evaluation/photo-verify/photo-comparisons.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { type Calibration, thresholdFor } from '../../src/faces/calibration/calibration.ts';
import shipped from '../../src/faces/calibration/dlib-faceres.json' with { type: 'json' };
import { decodeImage } from '../../src/faces/image/decode.ts';
import { testEngine } from '../../testing/engine.ts';
import { portraitJpeg } from '../../testing/photos.ts';
import { syntheticPeople } from './synthetic.ts';

const calibration = shipped as unknown as Calibration;

test('a score is as strong as the rate whose threshold it is', () => {
  for (const rate of [0.005, 0.001, 1e-4, 3.3e-5, 1e-6])
    expect(strengthOf(calibration, thresholdFor(calibration, rate))).toBeCloseTo(
      -Math.log10(rate),
      6,
    );
  expect(strengthOf(calibration, -1)).toBeLessThan(1);
  expect(strengthOf(calibration, 1)).toBe(7);
});

/** People of one half, three images each, whose scores are cosines × 8. */
function foldOf(seed: number): Fold {
  const { features, people } = syntheticPeople(12, 3, { noise: 0.3, seed });
  const photographs = { names: people, ignored: () => false } as unknown as Fold['photographs'];
  return {
    photographs,
    vectors: features,
    calibration,
    finish: (vector) => vector,
    strength: (score) => score * 8,
  };
}

describe('photos compared with the images of their half', () => {
  const folds = [foldOf(3), foldOf(4)];
  const halves = folds.map((fold) =>
    comparePhotos(fold, [
      { of: 0, vector: fold.vectors[0] },
      { of: 3, vector: fold.vectors[3] },
      { of: 6, vector: undefined },
    ]),
  );

  test('skip their own image; photos without a face count as misses', () => {
    const [{ comparisons, allGenuine }] = halves as [(typeof halves)[0]];
    expect(comparisons.genuine.scores).toHaveLength(4);
    expect(comparisons.impostorScores).toHaveLength(2 * 33);
    expect(allGenuine).toBe(6);
    expect(comparisons.weighImpostors(new Float64Array(12).fill(1))).toBe(2 * 33);
    const [level1] = levelRates(comparisons, allGenuine);
    expect(level1).toMatchObject({ level: 'LEVEL_1', nominal: 0.005 });
    expect(level1!.accepted).toBeCloseTo(4 / 6);
  });

  test('are joined with those of the other half', () => {
    const both = halves.map(({ comparisons }) => comparisons).reduce(join);
    expect(both).toMatchObject({ people: 24 });
    expect(both.impostorScores).toHaveLength(4 * 33);
    expect([...both.impostorScores]).toEqual([...both.impostorScores].sort((p, q) => p - q));
    const weights = new Float64Array(24).fill(1);
    weights[0] = 2;
    const [first, second] = halves.map(({ comparisons }) => comparisons);
    expect(both.weighImpostors(weights)).toBe(
      first!.weighImpostors(weights.subarray(0, 12)) + second!.weighImpostors(weights.subarray(12)),
    );
    for (const [k, vector] of both.genuine.first.entries())
      expect(both.personOf[vector]).toBe(both.personOf[both.genuine.second[k]!]);
  });
});

describe('every rendered condition', () => {
  let engine: FaceEngine;
  beforeAll(async () => {
    engine = await testEngine();
  });
  afterAll(() => engine?.close());

  test.each(CONDITIONS)('$name shows the person', async ({ render }) => {
    const bytes = await portraitJpeg(10, 250);
    const { picture } = await decodeImage(bytes, { maxPixels: 1e7, maxSide: 1000 });
    const rendered = await engine.analyse(await render(picture, () => 0.4));
    const plain = await engine.analyse(bytes);
    const score = engine.compare(rendered.subject!.features, plain.subject!.features);
    expect(score).toBeGreaterThan(engine.threshold(0.001));
  });
});
