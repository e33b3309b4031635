/** Forms of a self-assessment: rates with upper bounds that few people cannot lower. */
import { expect, test } from 'vitest';
import {
  bonaFideRates,
  boundedRate,
  type Presented,
  speciesRates,
  verificationRates,
} from '../../evaluation/fido/rates.ts';

const presented = (person: string, live: boolean, matched: boolean): Presented => ({
  person,
  live,
  matched,
  responded: true,
});

test('without an error the bound follows the rule of 3, by people', () => {
  expect(boundedRate(0, 3000, 300)).toEqual({ errors: 0, trials: 3000, rate: 0, upper: 0.01 });
  expect(boundedRate(0, 5, 1).upper).toBe(1);
  const { rate, upper } = boundedRate(10, 100, 50);
  expect(rate).toBe(0.1);
  // Of 5 of 50 people, exactly.
  expect(upper).toBeCloseTo(0.2181, 3);
});

test('an attack counts as accepted if it is live and matches', () => {
  const print = speciesRates('print', [
    presented('a', true, true),
    presented('a', true, false),
    presented('b', false, true),
    { ...presented('c', false, false), responded: false },
  ]);
  expect(print).toMatchObject({
    people: 3,
    iapar: { errors: 1, trials: 4, rate: 0.25 },
    apcer: { errors: 2, rate: 0.5 },
    nonResponse: 0.25,
  });
});

test('a live person may be rejected by liveness, by the match, or unseen', () => {
  const live = bonaFideRates([
    presented('a', true, true),
    presented('a', true, false),
    presented('b', false, true),
    { ...presented('b', false, false), responded: false },
  ]);
  expect(live).toMatchObject({ bpcer: { errors: 1 }, falseRejects: { errors: 3, trials: 4 } });
});

test('refused images count as rejected', () => {
  const point = { nominal: 1e-4, threshold: 0.4, far: 0, ratio: 0, tar: 0.9 };
  const [row] = verificationRates([point], 100, 5000, { made: 80, all: 100 });
  expect(row!.falseRejects).toMatchObject({ errors: 28, trials: 100, rate: 0.28 });
  expect(row!.falseAccepts).toEqual({ errors: 0, trials: 5000, rate: 0, upper: 0.06 });
});
