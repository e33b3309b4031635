/** Calibration: quantiles where there are enough pairs, a believable tail beyond, honest intervals. */
import { expect, test } from 'vitest';
import { calibrate } from '../../evaluation/calibrate.ts';
import { compareAll } from '../../evaluation/comparisons.ts';
import { countAbove } from '../../evaluation/error-rates.ts';
import { NO_LABEL_ERRORS } from '../../evaluation/label-errors.ts';
import { operatingPoints } from '../../evaluation/operating-points.ts';
import { scoreAllPairs } from '../../evaluation/pair-scores.ts';
import { parseCalibration, thresholdFor } from '../../src/faces/calibration/calibration.ts';
import { syntheticPeople } from './synthetic.ts';

const about = {
  encoder: 'test',
  date: '2026-01-01',
  data: 'synthetic',
  leftOut: NO_LABEL_ERRORS,
  cohort: undefined,
};

async function comparisonsOf(people: number, seed: number) {
  const { features, people: names } = syntheticPeople(people, 2, { seed });
  return compareAll(await scoreAllPairs(features), names, () => false);
}

const calibration = calibrate(await comparisonsOf(250, 11), about);

test('is a calibration that the engine reads', () => {
  const read = parseCalibration(JSON.stringify(calibration), 'test');
  expect(read.curve[0]![0]).toBe(0.5);
  expect(read.curve.at(-1)![0]).toBe(1e-7);
  expect(read.data).toContain('250 people, 500 images, 124500 impostor pairs');
});

test('keeps its rates on other people', async () => {
  const others = await comparisonsOf(600, 23);
  const { impostorScores } = others;
  for (const [rate, factor] of [
    [0.1, 1.05],
    [0.01, 1.1],
    [1e-3, 1.4],
    [1e-4, 2],
    [1e-5, 4],
  ] as const) {
    const measured = countAbove(impostorScores, thresholdFor(calibration, rate));
    const ratio = measured / impostorScores.length / rate;
    expect(ratio, `rate ${rate}`).toBeGreaterThan(1 / factor);
    expect(ratio, `rate ${rate}`).toBeLessThan(factor);
  }
});

test('gives intervals that hold the thresholds and widen with rarity', () => {
  const widths = calibration.intervals.map(({ threshold, low, high }) => {
    expect(low).toBeLessThanOrEqual(threshold);
    expect(high).toBeGreaterThanOrEqual(threshold);
    return high - low;
  });
  expect(widths.at(-1)!).toBeGreaterThan(widths[0]!);
});

test('refuses too few pairs', async () => {
  const few = await comparisonsOf(10, 3);
  expect(() => calibrate(few, about)).toThrow('too few');
});

test('reports what a calibration does to other people, with intervals', async () => {
  const comparisons = await comparisonsOf(120, 31);
  const { own, calibrated, equalError } = operatingPoints(comparisons, calibration, 240);
  expect(calibrated[0]!.ratio).toBeGreaterThan(0.5);
  expect(calibrated[0]!.ratio).toBeLessThan(2);
  const [low, high] = own[0]!.tarInterval!;
  expect(own[0]!.tar).toBeGreaterThanOrEqual(low);
  expect(own[0]!.tar).toBeLessThanOrEqual(high);
  expect(own[0]!.tarWithRefusals).toBeCloseTo(own[0]!.tar! / 2, 12);
  expect(own.at(-1)!.tar).toBeUndefined();
  expect(equalError!.interval![0]).toBeLessThanOrEqual(equalError!.rate);
  expect(equalError!.interval![1]).toBeGreaterThanOrEqual(equalError!.rate);
});
