/** The kernel: what lies in the project is what its source compiles to, and it computes right. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BUILDS, compileKernel } from '../../../kernel/build.ts';
import {
  createSharedMemory,
  type EncodingKernel,
  HALF_BYTES,
  type Kernel,
  NARROW_BYTES,
} from '../../../src/gallery/kernel.ts';
import { BestRows } from '../../../src/gallery/memory/best-rows.ts';
import { LIST_PAIRS, WorkingSpace } from '../../../src/gallery/memory/working-space.ts';
import { dequantise } from '../../../src/templates/quantise.ts';

const built = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../src/gallery/kernel/${name}`, import.meta.url)));

const buildsOf = (kernel: string) => BUILDS.filter(({ source }) => source === `${kernel}.ts`);

it.each(BUILDS)('$name is what its source compiles to', async (build) => {
  expect(Buffer.from(await compileKernel(build)).equals(built(build.name))).toBe(true);
});

const WIDE = 48;
const ROWS = 64;
/** Addresses; `rows` are wide rows or heads. */
const AT = {
  ...{ rows: 0, tails: 4096, units: 8192, lengths: 9216, biases: 10_240 },
  space: 16_384,
};

/** Fills the memory with rows; returns a probe and the scores they have, as plain JavaScript computes them. */
function fill(memory: WebAssembly.Memory, width: number, limit: number) {
  const random = (most: number) => Math.round((Math.random() * 2 - 1) * most);
  const bytes = Int8Array.from({ length: width }, () => random(limit));
  const values = Array.from({ length: ROWS }, () =>
    Array.from({ length: width }, () => random(63)),
  );
  const floats = (at: number) => new Float32Array(memory.buffer, at, ROWS);
  const [units, lengths, biases] = [floats(AT.units), floats(AT.lengths), floats(AT.biases)];
  const stored = new Uint8Array(memory.buffer);
  const half = width === NARROW_BYTES ? HALF_BYTES : width;
  const lengthOf = (list: readonly number[]) => Math.hypot(...list.slice(half));
  values.forEach((row, i) => {
    units[i] = Math.random();
    lengths[i] = lengthOf(row) * units[i]!;
    biases[i] = i % 7 === 3 ? Number.NEGATIVE_INFINITY : Math.random();
    stored.set(
      row.slice(0, half).map((value) => value + 64),
      AT.rows + i * half,
    );
    stored.set(
      row.slice(half).map((value) => value + 64),
      AT.tails + i * HALF_BYTES,
    );
  });
  const unit = Math.fround(Math.random());
  const scores = values.map((row, i) => {
    const product = row.reduce((sum, value, at) => sum + value * bytes[at]!, 0);
    return product * units[i]! * unit + biases[i]!;
  });
  const offsetOf = (part: Int8Array) => 64 * part.reduce((sum, value) => sum + value, 0);
  const tail = { offset: offsetOf(bytes.subarray(half)), length: lengthOf([...bytes]) * unit };
  return { probe: { bytes, unit, offset: offsetOf(bytes.subarray(0, half)), tail }, scores };
}

it.each(buildsOf('gallery'))('$name scores rows above a threshold', ({ name }) => {
  const memory = createSharedMemory(1 << 19);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(built(name)), {
    env: { memory },
  });
  const { scanNarrow, scanWide, rescore } = exports as unknown as Kernel;
  const space = new WorkingSpace(memory.buffer, AT.space, NARROW_BYTES);
  const found = (probe: number) => {
    const best = new BestRows(ROWS, LIST_PAIRS, 0);
    space.collect(probe, best);
    const { rows, scores } = best.finish();
    return Array.from(rows, (row, i) => ({ row, score: scores[i]! }));
  };
  for (const [width, limit] of [
    [NARROW_BYTES, 31],
    [WIDE, 127],
  ] as const) {
    const { probe, scores } = fill(memory, width, limit);
    const thresholds = [5, 200, Number.NEGATIVE_INFINITY];
    thresholds.forEach((threshold, i) => {
      space.setProbe(i, probe, threshold);
    });
    const { probes, stride } = space;
    const { rows, tails, units, lengths, biases } = AT;
    const [first, count] = [1000, thresholds.length];
    const longest =
      width === NARROW_BYTES
        ? scanNarrow(probes, count, stride, rows, tails, units, lengths, biases, first, ROWS)
        : scanWide(probes, count, stride, width, rows, units, biases, first, ROWS);
    expect(longest).toBe(scores.filter((score) => score > -Infinity).length * 8);
    thresholds.forEach((threshold, i) => {
      const wanted = scores.flatMap((score, row) =>
        score > threshold ? [{ row: first + row, score }] : [],
      );
      const got = found(i);
      expect(got.map(({ row }) => row)).toEqual(wanted.map(({ row }) => row));
      got.forEach(({ score }, k) => {
        expect(score).toBeCloseTo(wanted[k]!.score, 1);
      });
    });
    if (width === NARROW_BYTES) continue;
    space.setProbe(0, probe, 0);
    const list = space.pairs(0);
    for (let row = 0; row < ROWS; row++) list.rows[2 * row] = first + row;
    rescore(probes, width, rows, units, biases, first, space.listAt(0), ROWS);
    scores.forEach((score, row) => {
      if (score > -Infinity) expect(list.scores[2 * row + 1]).toBeCloseTo(score, 1);
    });
  }
});

it.each(buildsOf('encoding'))('$name makes rows of stored vectors', ({ name }) => {
  const memory = createSharedMemory(65_536);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(built(name)), {
    env: { memory },
  });
  const { toUnitVector, subtractMean, toRow, squaredLength, project } =
    exports as unknown as EncodingKernel;
  const at = { steps: 0, values: 1024, mean: 2048, residual: 3072, row: 4096, directions: 8192 };
  const floats = (from: number) => new Float32Array(memory.buffer, from, WIDE);
  const steps = new Int16Array(memory.buffer, at.steps, WIDE);
  for (const largest of [0, 1, 32_768]) {
    for (let i = 0; i < WIDE; i++)
      steps[i] = Math.max(-32_768, Math.floor((Math.random() * 2 - 1) * largest));
    toUnitVector(at.steps, WIDE, at.values);
    const wanted = dequantise(steps);
    floats(at.values).forEach((value, i) => {
      expect(value).toBeCloseTo(wanted[i]!, 6);
    });

    const mean = floats(at.mean).map(() => Math.random() - 0.5);
    floats(at.mean).set(mean);
    const product = subtractMean(at.values, at.mean, WIDE, at.residual);
    expect(product).toBeCloseTo(
      wanted.reduce((sum, value, i) => sum + value * mean[i]!, 0),
      5,
    );
    const unit = toRow(at.residual, WIDE, at.row);
    const row = new Uint8Array(memory.buffer, at.row, WIDE);
    floats(at.residual).forEach((residual, i) => {
      expect(residual).toBeCloseTo(wanted[i]! - mean[i]!, 6);
      expect(Math.abs(residual - (row[i]! - 64) * unit)).toBeLessThan(unit * 0.5001);
      expect(row[i]).toBeLessThanOrEqual(127);
    });
    expect(Math.max(...row.map((value) => Math.abs(value - 64)))).toBe(63);

    expect(squaredLength(at.row, WIDE)).toBe(
      row.reduce((sum, value) => sum + (value - 64) ** 2, 0),
    );

    const directions = new Int8Array(memory.buffer, at.directions, 8 * WIDE);
    directions.forEach((_, i) => {
      directions[i] = Math.round((Math.random() * 2 - 1) * 127);
    });
    project(at.row, at.directions, WIDE, 8, 0);
    const products = Array.from({ length: 8 }, (_, k) =>
      row.reduce((sum, value, i) => sum + value * directions[k * WIDE + i]!, 0),
    );
    expect([...new Int32Array(memory.buffer, 0, 8)]).toEqual(products);
  }
});
