/** The kernel: what lies in the project is what its source compiles to, and it computes right. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BestRows } from '../../../src/gallery/memory/best-rows.ts';
import {
  createSharedMemory,
  type EncodingKernel,
  type Kernel,
  NARROW_BYTES,
  NARROW_VALUES,
} from '../../../src/gallery/memory/kernel.ts';
import { LIST_PAIRS, WorkingSpace } from '../../../src/gallery/memory/working-space.ts';
import { dequantise } from '../../../src/templates/quantise.ts';
import { BUILDS, compileKernel } from '../../../wasm/build.ts';

const built = (name: string) =>
  new Uint8Array(
    readFileSync(new URL(`../../../src/gallery/memory/kernel/${name}`, import.meta.url)),
  );

const buildsOf = (kernel: string) => BUILDS.filter(({ source }) => source === `${kernel}.ts`);

it.each(BUILDS)('$name is compiled from its source', async (build) => {
  expect(Buffer.from(await compileKernel(build)).equals(built(build.name))).toBe(true);
});

const WIDE = 48;
const ROWS = 64;
const AT = { rows: 0, units: 8192, biases: 10_240, space: 16_384 };

/** Fills the memory with rows; returns a probe and the scores they have, as plain JavaScript computes them. */
function fill(memory: WebAssembly.Memory, width: number) {
  const narrow = width === NARROW_VALUES;
  const [limit, zero] = narrow ? [7, 8] : [63, 64];
  // Now and then all values of a probe and of a row are as large as they may be.
  const random = (most: number, sign: number) =>
    sign !== 0 ? sign * most : Math.round((Math.random() * 2 - 1) * most);
  const bytes = Int8Array.from({ length: width }, (_, i) => random(127, i % 2 === 0 ? 1 : 0));
  const values = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: width }, () => random(limit, (row % 3) - 1)),
  );
  const floats = (at: number) => new Float32Array(memory.buffer, at, ROWS);
  const [units, biases] = [floats(AT.units), floats(AT.biases)];
  const stored = new Uint8Array(memory.buffer);
  values.forEach((row, i) => {
    units[i] = Math.random();
    biases[i] = i % 7 === 3 ? Number.NEGATIVE_INFINITY : Math.random();
    const raised = row.map((value) => value + zero);
    const low = raised.slice(0, NARROW_BYTES);
    const packed = low.map((value, at) => value + 16 * raised[NARROW_BYTES + at]!);
    stored.set(narrow ? packed : raised, AT.rows + i * (narrow ? NARROW_BYTES : width));
  });
  const unit = Math.fround(Math.random());
  const scores = values.map((row, i) => {
    const product = row.reduce((sum, value, at) => sum + value * bytes[at]!, 0);
    return product * units[i]! * unit + biases[i]!;
  });
  const offset = zero * bytes.reduce((sum, value) => sum + value, 0);
  return { probe: { bytes, unit, offset }, scores };
}

it.each(buildsOf('gallery'))('$name scores rows above a threshold', ({ name }) => {
  const memory = createSharedMemory(1 << 19);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(built(name)), {
    env: { memory },
  });
  const { scanNarrow, scanWide, rescore } = exports as unknown as Kernel;
  const space = new WorkingSpace(memory.buffer, AT.space, NARROW_VALUES);
  const found = (probe: number) => {
    const best = new BestRows(ROWS, LIST_PAIRS, 0);
    space.collect(probe, best);
    const { rows, scores } = best.finish();
    return Array.from(rows, (row, i) => ({ row, score: scores[i]! }));
  };
  for (const width of [NARROW_VALUES, WIDE]) {
    const { probe, scores } = fill(memory, width);
    const thresholds = [5, 200, Number.NEGATIVE_INFINITY];
    thresholds.forEach((threshold, i) => {
      space.setProbe(i, probe, threshold);
    });
    const { probes, stride } = space;
    const { rows, units, biases } = AT;
    const [first, count] = [1000, thresholds.length];
    const longest =
      width === NARROW_VALUES
        ? scanNarrow(probes, count, stride, rows, units, biases, first, ROWS)
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
    if (width === NARROW_VALUES) continue;
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
  const { toUnitVector, subtractMean, toRow, toNarrowRow, project } =
    exports as unknown as EncodingKernel;
  const [values, mean, residual, row] = [1024, 2048, 3072, 4096];
  const at = { steps: 0, values, mean, residual, row, projection: 5120, directions: 8192 };
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

    const typical = floats(at.mean).map(() => Math.random() - 0.5);
    floats(at.mean).set(typical);
    const product = subtractMean(at.values, at.mean, WIDE, at.residual);
    expect(product).toBeCloseTo(
      wanted.reduce((sum, value, i) => sum + value * typical[i]!, 0),
      5,
    );
    const unit = toRow(at.residual, WIDE, at.row);
    const encoded = new Uint8Array(memory.buffer, at.row, WIDE);
    floats(at.residual).forEach((residual, i) => {
      expect(residual).toBeCloseTo(wanted[i]! - typical[i]!, 6);
      expect(Math.abs(residual - (encoded[i]! - 64) * unit)).toBeLessThan(unit * 0.5001);
      expect(encoded[i]).toBeLessThanOrEqual(127);
    });
    expect(Math.max(...encoded.map((value) => Math.abs(value - 64)))).toBe(63);

    const projection = new Float32Array(memory.buffer, at.projection, NARROW_VALUES);
    projection.forEach((_, i) => {
      projection[i] = (Math.random() * 2 - 1) * largest;
    });
    const narrowUnit = toNarrowRow(at.projection, at.row + WIDE);
    const packed = new Uint8Array(memory.buffer, at.row + WIDE, NARROW_BYTES);
    projection.forEach((value, i) => {
      const two = packed[i % NARROW_BYTES]!;
      const step = (i < NARROW_BYTES ? two & 15 : two >> 4) - 8;
      expect(Math.abs(value - step * narrowUnit)).toBeLessThanOrEqual(narrowUnit * 0.5001);
      expect(Math.abs(step)).toBeLessThanOrEqual(7);
    });

    const directions = new Int8Array(memory.buffer, at.directions, 8 * WIDE);
    directions.forEach((_, i) => {
      directions[i] = Math.round((Math.random() * 2 - 1) * 127);
    });
    project(at.row, at.directions, WIDE, 8, 0);
    const products = Array.from({ length: 8 }, (_, k) =>
      encoded.reduce((sum, value, i) => sum + value * directions[k * WIDE + i]!, 0),
    );
    expect([...new Int32Array(memory.buffer, 0, 8)]).toEqual(products);
  }
});
