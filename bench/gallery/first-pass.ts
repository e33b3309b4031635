/** Compares the speed of the narrow pass with merely reading the memory. */

import { NARROW_BYTES, NARROW_VALUES, WIDE_STEP } from '../../src/gallery/memory/kernel.ts';
import { createSegment, Segment } from '../../src/gallery/memory/segment.ts';
import { CHUNK_ROWS } from '../../src/gallery/memory/working-space.ts';
import { median } from '../../testing/statistics.ts';
import { compileKernel } from '../../wasm/build.ts';

export interface FirstPass {
  /** Bytes per second of the narrow pass, and of merely reading. One thread. */
  readonly narrow: number;
  readonly reading: number;
}

const ROUNDS = 15;
/** Rows, too many for any cache. */
const ROWS = 1 << 20;
/** Bytes of each row's numbers that the pass reads: unit and bias. */
const NUMBERS = 8;

/** Both read the same number of bytes, in turns. */
export async function measureFirstPass(): Promise<FirstPass> {
  const handle = createSegment(ROWS, WIDE_STEP);
  const segment = new Segment(handle);
  writeRows(segment);
  const space = segment.workingSpace(0);
  space.setProbe(0, { bytes: new Int8Array(NARROW_VALUES), unit: 1, offset: 0 }, 1);
  const { at, kernel } = segment;
  const narrow = () => {
    for (let first = 0; first < ROWS; first += CHUNK_ROWS)
      kernel.scanNarrow(
        space.probes,
        1,
        space.stride,
        at.narrow + first * NARROW_BYTES,
        at.narrowUnits + first * 4,
        at.biases + first * 4,
        first,
        CHUNK_ROWS,
      );
  };

  const source = await compileKernel({ source: 'bandwidth.ts', features: ['threads'] });
  const bandwidth = new WebAssembly.Instance(new WebAssembly.Module(source), {
    env: { memory: handle.memory },
  });
  const readAll = bandwidth.exports.readAll as (at: number, length: number) => number;
  const bytes = ROWS * (NARROW_BYTES + NUMBERS);
  const reading = () => readAll(at.narrow, bytes);

  const time = (work: () => unknown) => {
    const started = performance.now();
    work();
    return (performance.now() - started) / 1000;
  };
  const times = Array.from({ length: ROUNDS }, () => [time(narrow), time(reading)] as const);
  const half = times.slice(5);
  return {
    narrow: bytes / median(half.map(([first]) => first)),
    reading: bytes / median(half.map(([, second]) => second)),
  };
}

/** Rows that match no probe. */
function writeRows(segment: Segment): void {
  const row = Uint8Array.from({ length: WIDE_STEP + NARROW_BYTES + 12 }, (_, i) => i % 127);
  new DataView(row.buffer, WIDE_STEP + NARROW_BYTES).setFloat32(8, 0, true);
  for (let i = 0; i < segment.rows; i++) segment.write(i, row, 0, 0);
}
