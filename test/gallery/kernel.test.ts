/** The kernel: what lies in the project is what its source compiles to, and it computes right. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BUILDS, compileKernel } from '../../kernel/build.ts';
import {
  createSharedMemory,
  type EncodingKernel,
  type Kernel,
  NARROW_BYTES,
} from '../../src/gallery/kernel.ts';
import { dequantise } from '../../src/templates/quantise.ts';

const built = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../src/gallery/kernel/${name}`, import.meta.url)));

const buildsOf = (kernel: string) => BUILDS.filter(({ source }) => source === `${kernel}.ts`);

it.each(BUILDS)('$name is what its source compiles to', async ({ name, source, features }) => {
  expect(Buffer.from(await compileKernel(features, source)).equals(built(name))).toBe(true);
});

const WIDE = 48;
const ROWS = 64;
const AT = { probe: 0, rows: 1024, units: 20_000, biases: 21_000, out: 30_000 };

/** Rows, probe, and the scores they have, as plain JavaScript computes them. */
function fill(memory: WebAssembly.Memory, width: number, limit: number) {
  const random = (most: number) => Math.round((Math.random() * 2 - 1) * most);
  const probe = Int8Array.from({ length: width }, () => random(limit));
  const values = Array.from({ length: ROWS }, () =>
    Array.from({ length: width }, () => random(63)),
  );
  new Int8Array(memory.buffer, AT.probe).set(probe);
  new Uint8Array(memory.buffer, AT.rows).set(values.flat().map((value) => value + 64));
  const units = new Float32Array(memory.buffer, AT.units, ROWS);
  const biases = new Float32Array(memory.buffer, AT.biases, ROWS);
  for (let row = 0; row < ROWS; row++) {
    units[row] = Math.random();
    biases[row] = row % 7 === 3 ? Number.NEGATIVE_INFINITY : Math.random();
  }
  const unit = Math.fround(Math.random());
  const scores = values.map((row, i) => {
    const product = row.reduce((sum, value, at) => sum + value * probe[at]!, 0);
    return product * units[i]! * unit + biases[i]!;
  });
  return { offset: 64 * probe.reduce((sum, value) => sum + value, 0), unit, scores };
}

/** Row numbers and scores that were written. */
function read(memory: WebAssembly.Memory, end: number) {
  const view = new DataView(memory.buffer, AT.out, end - AT.out);
  return Array.from({ length: view.byteLength / 8 }, (_, i) => ({
    row: view.getUint32(i * 8, true),
    score: view.getFloat32(i * 8 + 4, true),
  }));
}

it.each(buildsOf('gallery'))('$name scores rows above a threshold', async ({ name }) => {
  const memory = createSharedMemory(65_536);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(built(name)), {
    env: { memory },
  });
  const { scanNarrow, scanWide, rescore } = exports as unknown as Kernel;
  for (const [width, limit] of [
    [NARROW_BYTES, 31],
    [WIDE, 127],
  ] as const) {
    const { offset, unit, scores } = fill(memory, width, limit);
    const threshold = 5;
    const { probe, rows, units, biases, out } = AT;
    const end =
      width === NARROW_BYTES
        ? scanNarrow(probe, offset, unit, rows, units, biases, 1000, ROWS, threshold, out)
        : scanWide(probe, offset, unit, width, rows, units, biases, 1000, ROWS, threshold, out);
    const wanted = scores.flatMap((score, i) =>
      score > threshold ? [{ row: 1000 + i, score }] : [],
    );
    const got = read(memory, end);
    expect(got.map(({ row }) => row)).toEqual(wanted.map(({ row }) => row));
    got.forEach(({ score }, i) => {
      expect(score).toBeCloseTo(wanted[i]!.score, 2);
    });
    if (width === NARROW_BYTES) continue;
    rescore(probe, offset, unit, width, rows, units, biases, 1000, out, got.length);
    expect(read(memory, end)).toEqual(got);
  }
});

it.each(buildsOf('encoding'))('$name makes rows of stored vectors', ({ name }) => {
  const memory = createSharedMemory(65_536);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(built(name)), {
    env: { memory },
  });
  const { toUnitVector, subtractMean, toRow, project } = exports as unknown as EncodingKernel;
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
