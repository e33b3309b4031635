/** How near the narrow pass comes to reading memory and nothing else. */
import { compileKernel } from '../../kernel/build.ts';
import { HALF_BYTES, WIDE_STEP } from '../../src/gallery/kernel.ts';
import { createSegment, Segment } from '../../src/gallery/memory/segment.ts';
import { CHUNK_ROWS } from '../../src/gallery/memory/working-space.ts';
import { median } from '../statistics.ts';

export interface FirstPass {
  /** Bytes a second of the narrow pass, and of reading alone; one thread. */
  readonly narrow: number;
  readonly reading: number;
}

const ROUNDS = 15;
/** Rows, so many that no cache holds them. */
const ROWS = 1 << 20;
/** Of how many rows one is looked at to its end; with faces it is about as many. */
const TAILS = 18;
/** Bytes of the numbers of a row that the pass reads: unit, length of the tail, bias. */
const NUMBERS = 12;

/** Both read as many bytes, in turn. */
export async function measureFirstPass(): Promise<FirstPass> {
  const handle = createSegment(ROWS, WIDE_STEP);
  const segment = new Segment(handle);
  writeRows(segment);
  const space = segment.workingSpace(0);
  const probe = new Int8Array(2 * HALF_BYTES);
  space.setProbe(0, { bytes: probe, unit: 1, offset: 0, tail: { offset: 0, length: 1 } }, 1);
  const { at, kernel } = segment;
  const narrow = () => {
    for (let first = 0; first < ROWS; first += CHUNK_ROWS)
      kernel.scanNarrow(
        space.probes,
        1,
        space.stride,
        at.heads + first * HALF_BYTES,
        at.tails + first * HALF_BYTES,
        at.narrowUnits + first * 4,
        at.tailLengths + first * 4,
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
  const bytes = Math.floor((ROWS * (HALF_BYTES + NUMBERS + HALF_BYTES / TAILS)) / 128) * 128;
  const reading = () => readAll(at.heads, bytes);

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

/** Rows that no probe finds; some of them have to be read to the end to know that. */
function writeRows(segment: Segment): void {
  const row = Uint8Array.from({ length: WIDE_STEP + 2 * HALF_BYTES + 16 }, (_, i) => i % 127);
  const numbers = new DataView(row.buffer, WIDE_STEP + 2 * HALF_BYTES);
  for (let i = 0; i < segment.rows; i++) {
    numbers.setFloat32(8, i % TAILS === 0 ? 2 : 0, true);
    numbers.setFloat32(12, 0, true);
    segment.write(i, row, 0, 0);
  }
}
