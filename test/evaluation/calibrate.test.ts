/** Calibration: thresholds that keep their rates with other people, and with people who look alike. */
import { expect, test } from 'vitest';
import {
  appearanceGroups,
  scoresOfLookalikes,
  scoresWithinGroups,
} from '../../evaluation/appearance-groups.ts';
import { calibrate } from '../../evaluation/calibrate.ts';
import { compareAll } from '../../evaluation/comparisons.ts';
import { countAbove } from '../../evaluation/error-rates.ts';
import { NO_LABEL_ERRORS } from '../../evaluation/label-errors.ts';
import { operatingPoints, ratesWithinGroups } from '../../evaluation/operating-points.ts';
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

const nobody = () => false;

async function measure(people: number, seed: number) {
  const { features, people: names } = syntheticPeople(people, 2, { seed });
  const scores = await scoreAllPairs(features);
  const withinGroups = scoresWithinGroups(scores, names, appearanceGroups(features, names), nobody);
  const comparisons = compareAll(scores, names, nobody);
  return { comparisons, withinGroups, lookalikes: scoresOfLookalikes(withinGroups) };
}

const { comparisons: known, lookalikes } = await measure(250, 11);
const calibration = calibrate(known, lookalikes, about);
const others = await measure(600, 23);

test('makes a calibration that the engine reads', () => {
  const read = parseCalibration(JSON.stringify(calibration), 'test');
  expect(read.curve[0]![0]).toBe(0.5);
  expect(read.curve.at(-1)![1]).toBeLessThanOrEqual(1);
  expect(read.data).toContain('250 people, 500 images, 124500 impostor pairs');
});

const ratioAmong = (scores: Float32Array, rate: number) =>
  countAbove(scores, thresholdFor(calibration, rate)) / scores.length / rate;

test.each([0.1, 0.01, 1e-3, 1e-4, 1e-5])('lets fewer than %d of other people pass', (rate) => {
  expect(ratioAmong(others.comparisons.impostorScores, rate)).toBeLessThan(1);
});

test.each([0.1, 0.01, 1e-3, 1e-4])('lets about half of %d of lookalikes pass', (rate) => {
  const ratio = ratioAmong(others.lookalikes, rate);
  expect(ratio).toBeLessThan(0.7);
  if (rate >= 0.01) expect(ratio).toBeGreaterThan(0.3);
});

test('holds half the rate within every group that has pairs enough to tell', () => {
  const groups = ratesWithinGroups(others.withinGroups, calibration);
  expect(groups.length).toBeGreaterThan(3);
  for (const { impostor, ratios } of groups)
    for (const { nominal, ratio } of ratios) {
      const tells = nominal * impostor >= 10;
      expect(ratio !== undefined, `${nominal} of ${impostor}`).toBe(tells);
      if (ratio !== undefined) expect(ratio).toBeLessThan(0.5);
    }
  expect(groups.every(({ ratios }) => ratios[0]!.ratio! > 0.1)).toBe(true);
});

test('explains each threshold', () => {
  for (const { threshold, everybody, interval, lookalikes: among } of calibration.levels) {
    const [low, high] = interval;
    expect(low).toBeLessThanOrEqual(everybody);
    expect(high).toBeGreaterThanOrEqual(everybody);
    expect(threshold).toBe(Math.max(high, among));
  }
  const [first, ...rest] = calibration.levels.map(({ interval: [low, high] }) => high - low);
  expect(rest.at(-1)!).toBeGreaterThan(first!);
});

test('refuses too few pairs', async () => {
  const few = await measure(10, 3);
  expect(() => calibrate(few.comparisons, few.lookalikes, about)).toThrow('too few');
});

test("reports a calibration's effect on other people, with intervals", async () => {
  const { comparisons } = await measure(120, 31);
  const { own, calibrated, equalError } = operatingPoints(comparisons, calibration, 240);
  for (const { nominal, threshold, far, ratio } of calibrated) {
    const { impostorScores } = comparisons;
    const matched = impostorScores.filter((score) => score >= threshold).length;
    expect(far).toBeCloseTo(matched / impostorScores.length, 12);
    expect(ratio).toBeCloseTo(far / nominal, 12);
  }
  expect(calibrated[0]!.far).toBeGreaterThan(0);
  expect(calibrated[0]!.ratio).toBeLessThan(0.5);
  const [low, high] = own[0]!.tarInterval!;
  expect(own[0]!.tar).toBeGreaterThanOrEqual(low);
  expect(own[0]!.tar).toBeLessThanOrEqual(high);
  expect(own[0]!.tarWithRefusals).toBeCloseTo(own[0]!.tar! / 2, 12);
  expect(own.at(-1)!.tar).toBeUndefined();
  expect(equalError!.interval![0]).toBeLessThanOrEqual(equalError!.rate);
  expect(equalError!.interval![1]).toBeGreaterThanOrEqual(equalError!.rate);
});
