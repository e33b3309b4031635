/** Identification is measured on people whom the calibration does not know. */
import { expect, test } from 'vitest';
import { calibrate } from '../../evaluation/calibrate.ts';
import { compareAll } from '../../evaluation/comparisons.ts';
import { identify, type UnknownPeople } from '../../evaluation/gallery/identification.ts';
import { NO_LABEL_ERRORS } from '../../evaluation/label-errors.ts';
import { scoreAllPairs } from '../../evaluation/pair-scores.ts';
import { syntheticPeople } from './synthetic.ts';

const nobody = () => false;

/** As many people who do not exist, with a calibration made from others. */
async function unknownPeople(count: number, seed: number): Promise<UnknownPeople> {
  const others = syntheticPeople(count, 2, { dimension: 128, seed: seed + 1 });
  const about = { encoder: 'none', date: '', data: '', cohort: undefined };
  const comparisons = compareAll(await scoreAllPairs(others.features), others.people, nobody);
  const calibration = calibrate(comparisons, comparisons.impostorScores, {
    ...about,
    leftOut: NO_LABEL_ERRORS,
  });
  const { features, people: names } = syntheticPeople(count, 3, { dimension: 128, seed });
  return { scores: await scoreAllPairs(features), names, ignored: nobody, calibration };
}

test('strangers are returned at most at the intended rate, at any size of gallery', async () => {
  const rates = identify([await unknownPeople(160, 100), await unknownPeople(160, 200)]);
  expect(rates.map(({ enrolled }) => enrolled)).toEqual([50, 100, 144]);
  for (const { enrolled, mated, strangers, rankOne, targets } of rates) {
    expect(strangers).toBe(2 * 160 * 3);
    expect(mated).toBe(2 * 10 * enrolled * 2);
    expect(rankOne.rate).toBeGreaterThan(0.9);
    const [often, , rarely] = targets;
    expect(often!.falsePositives.rate).toBeLessThan(0.01);
    expect(often!.named).toBe(Math.round(often!.falsePositives.rate * strangers));
    const [low, high] = often!.falsePositives.interval!;
    expect(low).toBeLessThan(0.01);
    expect(high).toBeGreaterThan(0.001);
    expect(rarely!.named).toBeLessThanOrEqual(often!.named);
    expect(rarely!.falseNegatives.rate).toBeGreaterThanOrEqual(often!.falseNegatives.rate);
  }
});

test('two names that may be one person prove nothing', async () => {
  const people = await unknownPeople(60, 300);
  const anything: [number, number][] = [
    [0.5, -1],
    [1e-7, -0.999],
  ];
  const lenient = { ...people, calibration: { ...people.calibration, curve: anything } };
  const [all] = identify([lenient]);
  expect(all!.targets[0]!.falsePositives.rate).toBeCloseTo(1);
  const [none] = identify([{ ...lenient, ignored: (p, q) => p !== q }]);
  expect(none!.targets[0]!.falsePositives.rate).toBe(0);
  expect(none!.rankOne.rate).toBe(1);
});
