import { describe, expect, it } from 'vitest';
import {
  MEASURE_NAMES,
  MEASURES,
  type QualityMeasureName,
} from '../../../src/faces/quality/measures.ts';
import table from './vectors/conformance-table.json' with { type: 'json' };
import vectors from './vectors/kernels.json' with { type: 'json' };

describe('the scalar score', () => {
  it('matches the published conformance table for 28 measures of 28 images', () => {
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

it('lists every measure once, in the order of the identifiers', () => {
  expect(Object.keys(MEASURES)).toEqual(MEASURE_NAMES);
  expect(Object.values(MEASURES).map(({ id }) => id)).toEqual(
    Array.from({ length: 28 }, (_, i) => 0x41 + i),
  );
});
