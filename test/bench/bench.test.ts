import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startChild } from '../../bench/child.ts';
import type { HumanQuestion, HumanRun } from '../../bench/human-pipeline.ts';
import { makePhotographs, SIZES } from '../../bench/photographs.ts';
import { lowerBound, medianRatio, percentile, slope } from '../../bench/statistics.ts';
import { toMarkdown } from '../../bench/table.ts';

test('photographs have the sizes they are named after, and human finds the face to compare', async () => {
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

test('a share is given with what it exceeds at 95 % confidence', () => {
  expect(lowerBound(1, 10_000)).toBeCloseTo(0.05 ** (1 / 10_000), 6);
  // Clopper and Pearson, from the quantile of the beta distribution.
  expect(lowerBound(0.9, 20)).toBeCloseTo(0.7174, 4);
});

test('a row of the table shows its goal and whether it is reached', () => {
  const goal = { text: '≥ 4', reached: false };
  const row = { figure: 'rate', unit: '/s', values: [2.5], goal };
  expect(toMarkdown([row]).split('\n').at(-1)).toBe('| rate | 2.50 /s |  |  | ≥ 4 | **no** |');
});
