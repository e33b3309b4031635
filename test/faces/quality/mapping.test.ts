import { describe, expect, it } from 'vitest';
import {
  MEASURE_NAMES,
  MEASURES,
  type QualityMeasureName,
  registerMeasures,
} from '../../../src/faces/quality/measures.ts';
import table from './vectors/conformance-table.json' with { type: 'json' };
import vectors from './vectors/kernels.json' with { type: 'json' };

describe('the scalar score', () => {
  it('is that of the published conformance table for 28 measures of 28 images', () => {
    const rows = Object.entries(table) as [QualityMeasureName, number[][]][];
    const wrong = rows.flatMap(([name, pairs]) =>
      pairs
        .filter(([raw, scalar]) => MEASURES[name].toScalar(raw!) !== scalar)
        .map((pair) => [name, pair]),
    );
    expect(rows.flatMap(([, pairs]) => pairs)).toHaveLength(784);
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(vectors.mappingSynthetic))('of %s follows its curve', (name, pairs) => {
    const map = MEASURES[name as QualityMeasureName].toScalar;
    expect(pairs.map(([raw]) => [raw, map(raw!)])).toEqual(pairs);
  });
});

it('every measure is listed once, in the order of the identifiers', () => {
  const registry = registerMeasures();
  expect(registry.map(({ measure }) => measure)).toEqual(MEASURE_NAMES);
  expect(Object.values(MEASURES).map(({ id }) => id)).toEqual(
    Array.from({ length: 28 }, (_, i) => 0x41 + i),
  );
});

it('a further source is asked after the formulas', () => {
  const own = { needs: [], method: 'approximate', estimate: () => 1 } as const;
  const registry = registerMeasures({ Sharpness: own, EyesVisible: own });
  const of = (name: string) => registry.find(({ measure }) => measure === name)!.estimators;
  expect(of('Sharpness')).toEqual([own]);
  expect(of('EyesVisible').at(-1)).toBe(own);
  expect(of('EyesVisible')).toHaveLength(2);
});
