/** How sure the shares are that evaluations print. */
import { expect, test } from 'vitest';
import { acceptedInterval, wilsonInterval } from '../../evaluation/conditions/error-rates.ts';

test("computes Wilson's interval of a share", () => {
  // The example of Newcombe, Statistics in Medicine 17 (1998): 81 of 263.
  const [low, high] = wilsonInterval(81, 263);
  expect(low).toBeCloseTo(0.2553, 4);
  expect(high).toBeCloseTo(0.3662, 4);
  expect(wilsonInterval(0, 20)[0]).toBe(0);
});

test('pairs of one person stay together', () => {
  const one = [true, true, true, true].map((accepted) => ({ person: 1, accepted }));
  const other = { person: 2, accepted: false };
  expect(acceptedInterval([...one, other])).toEqual([0, 1]);
});
