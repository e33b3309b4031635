/** How sure the shares are that evaluations print. */
import { expect, test } from 'vitest';
import { acceptedInterval } from '../../evaluation/conditions/error-rates.ts';
import { exactInterval } from '../../evaluation/exact-interval.ts';

test('computes the exact interval of a share', () => {
  // The example of Newcombe, Statistics in Medicine 17 (1998): 81 of 263.
  const [low, high] = exactInterval(81, 263);
  expect(low).toBeCloseTo(0.2527, 4);
  expect(high).toBeCloseTo(0.3676, 4);
  expect(exactInterval(0, 20)[1]).toBeCloseTo(1 - 0.025 ** (1 / 20), 10);
  expect(exactInterval(20, 20)).toEqual([1 - exactInterval(0, 20)[1], 1]);
});

test('pairs of one person stay together', () => {
  const one = [true, true, true, true].map((accepted) => ({ person: 1, accepted }));
  const other = { person: 2, accepted: false };
  expect(acceptedInterval([...one, other])).toEqual([0, 1]);
  // Of two people, who never failed, half may.
  expect(acceptedInterval([...one, { ...other, accepted: true }])![0]).toBeCloseTo(0.158, 3);
});
