import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startChild } from '../../bench/child.ts';
import { type Compared, isWithin, toTable } from '../../bench/compare.ts';
import type { HumanQuestion, HumanRun } from '../../bench/human-pipeline.ts';
import { makePhotographs, SIZES } from '../../bench/photographs.ts';
import { toMarkdown } from '../../bench/table.ts';
import { exactLeast } from '../../evaluation/exact-interval.ts';
import { medianInterval, medianRatio, percentile, slope } from '../../testing/statistics.ts';

test('photographs have their nominal sizes, and human finds the face to compare', async () => {
  const photographs = await makePhotographs();
  for (const { name, width, height } of SIZES)
    expect(await sharp(photographs[name]).metadata()).toMatchObject({ width, height });

  const human = await startChild<HumanQuestion, HumanRun>('./human-pipeline.ts');
  const run = await human.ask({ jpeg: photographs['640×480'], milliseconds: 1 });
  human.stop();
  expect(run.perSecond).toBeGreaterThan(0);
});

test('a child that cannot answer says why', async () => {
  const human = await startChild<HumanQuestion, HumanRun>('./human-pipeline.ts');
  const asked = human.ask({ jpeg: Buffer.from('no image'), milliseconds: 1 });
  await expect(asked).rejects.toThrow(/unsupported image format/);
  human.stop();
});

test('statistics', () => {
  expect(percentile([3, 1, 2], 0.5)).toBe(2);
  expect(percentile([0, 10], 0.99)).toBeCloseTo(9.9);
  expect(medianRatio([2, 40, 6], [1, 10, 3])).toBe(2);
  expect(
    slope([
      [0, 1],
      [1, 3],
      [2, 5],
    ]),
  ).toBeCloseTo(2);
});

test('a share comes with its lower bound at 95 % confidence', () => {
  expect(exactLeast(10_000, 10_000)).toBeCloseTo(0.05 ** (1 / 10_000), 6);
  // Clopper and Pearson, from the quantile of the beta distribution.
  expect(exactLeast(18, 20)).toBeCloseTo(0.7174, 4);
});

test('the median has an interval by rank', () => {
  const values = Array.from({ length: 12 }, (_, k) => 12 - k);
  // From tables of the sign test: ranks 3 and 10 of 12 hold it with 96 %.
  expect(medianInterval(values)).toEqual([3, 10]);
  expect(medianInterval([2, 1])).toEqual([1, 2]);
});

test('compares commits by ratios, and fails on a significant loss', () => {
  const base = [50, 52, 48, 50, 51, 49, 50, 50];
  const times = (factor: number): Compared => ({
    figure: 'processor time a verification, 640×480',
    here: base.map((value) => value * factor),
    base,
  });
  expect(
    toTable('main', [times(1.2)])
      .split('\n')
      .at(-1),
  ).toBe('| processor time a verification, 640×480 | 60.0 ms | 50.0 ms | 1.200 | 1.200–1.200 |');
  expect(isWithin([times(1.1)])).toBe(true);
  expect(isWithin([times(1.2)])).toBe(false);
  const noise = [0.8, 1.6, 0.9, 1.5, 0.9, 1.4, 1.3, 1.2];
  expect(isWithin([{ ...times(1), here: base.map((value, k) => value * noise[k]!) }])).toBe(true);
  expect(isWithin([{ ...times(2), figure: 'verify over HTTP' }])).toBe(true);
});

test('a row of the table shows its goal, and whether it was reached', () => {
  const goal = { text: '≥ 4', reached: false };
  const row = { figure: 'rate', unit: '/s', values: [2.5], goal };
  expect(toMarkdown([row]).split('\n').at(-1)).toBe('| rate | 2.50 /s |  |  | ≥ 4 | **no** |');
});
