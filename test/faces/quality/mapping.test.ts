import { describe, expect, it } from 'vitest';
import { TO_SCALAR } from '../../../src/faces/quality/mapping.ts';
import { QUALITY_MEASURES, type QualityMeasureName } from '../../../src/faces/quality/measure.ts';
import { registerMeasures } from '../../../src/faces/quality/registry.ts';
import table from './vectors/conformance-table.json' with { type: 'json' };
import vectors from './vectors/kernels.json' with { type: 'json' };

const names = Object.keys(QUALITY_MEASURES) as QualityMeasureName[];

describe('the scalar score', () => {
  it('is that of the published conformance table for 28 measures of 28 images', () => {
    const rows = Object.entries(table) as [QualityMeasureName, number[][]][];
    const wrong = rows.flatMap(([name, pairs]) =>
      pairs.filter(([raw, scalar]) => TO_SCALAR[name](raw!) !== scalar).map((pair) => [name, pair]),
    );
    expect(rows.flatMap(([, pairs]) => pairs)).toHaveLength(784);
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(vectors.mappingSynthetic))('of %s follows its curve', (name, pairs) => {
    const map = TO_SCALAR[name as QualityMeasureName];
    expect(pairs.map(([raw]) => [raw, map(raw!)])).toEqual(pairs);
  });
});

it('the registry lists every measure once, in the order of the identifiers', () => {
  const registry = registerMeasures();
  expect(registry.map(({ measure }) => measure)).toEqual(names);
  expect(registry.map(({ identifier }) => identifier)).toEqual(names.map((_, i) => 0x41 + i));
});

it('a further source is asked after the formulas', () => {
  const own = { needs: [], method: 'approximate', estimate: () => 1 } as const;
  const registry = registerMeasures({ Sharpness: own, EyesVisible: own });
  const of = (name: string) => registry.find(({ measure }) => measure === name)!.estimators;
  expect(of('Sharpness')).toEqual([own]);
  expect(of('EyesVisible').at(-1)).toBe(own);
  expect(of('EyesVisible')).toHaveLength(2);
});
