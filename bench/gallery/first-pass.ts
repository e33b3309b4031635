/** How near the narrow pass comes to reading memory and nothing else. */
import { compileKernel } from '../../kernel/build.ts';
import { createKernel, createSharedMemory, NARROW_BYTES } from '../../src/gallery/kernel.ts';
import { CHUNK_ROWS } from '../../src/gallery/segment.ts';
import { median } from '../statistics.ts';

export interface FirstPass {
  /** Bytes a second of the narrow pass, and of reading alone; one thread. */
  readonly narrow: number;
  readonly reading: number;
}

const ROUNDS = 15;
const AHEAD = 65_536;

/** Both run over the same memory in turn. */
export async function measureFirstPass(people: number): Promise<FirstPass> {
  const rows = Math.ceil(people / CHUNK_ROWS) * CHUNK_ROWS;
  const memory = createSharedMemory(AHEAD + rows * (NARROW_BYTES + 8));
  const source = await compileKernel([], 'bandwidth.ts');
  const bandwidth = new WebAssembly.Instance(new WebAssembly.Module(source), { env: { memory } });
  const readAll = bandwidth.exports.readAll as (at: number, length: number) => number;
  const { scanNarrow } = createKernel(memory);
  const bytes = new Uint8Array(memory.buffer, AHEAD, rows * NARROW_BYTES);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Math.imul(i, 2_654_435_761) >>> 25;
  const scales = AHEAD + bytes.length;
  const biases = scales + rows * 4;

  const narrow = () => {
    for (let row = 0; row < rows; row += CHUNK_ROWS) {
      const at = AHEAD + row * NARROW_BYTES;
      const [scale, bias] = [scales + row * 4, biases + row * 4];
      scanNarrow(0, 0, 1, at, scale, bias, row, CHUNK_ROWS, 1, 1024);
    }
  };
  const reading = () => readAll(AHEAD, bytes.length);
  const time = (work: () => unknown) => {
    const started = performance.now();
    work();
    return (performance.now() - started) / 1000;
  };
  const times = Array.from({ length: ROUNDS }, () => [time(narrow), time(reading)] as const);
  const half = times.slice(5);
  return {
    narrow: bytes.length / median(half.map(([first]) => first)),
    reading: bytes.length / median(half.map(([, second]) => second)),
  };
}
