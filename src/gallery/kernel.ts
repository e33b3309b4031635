/** The WebAssembly kernel of the gallery; its source is in `kernel/assembly`. */
import { readFileSync } from 'node:fs';

/** Addresses are bytes of the memory it was given; see the source for the arithmetic. */
export interface Kernel {
  scanNarrow(
    probe: number,
    offset: number,
    unit: number,
    rows: number,
    scales: number,
    biases: number,
    first: number,
    count: number,
    threshold: number,
    out: number,
  ): number;
  scanWide(
    probe: number,
    offset: number,
    unit: number,
    width: number,
    rows: number,
    scales: number,
    biases: number,
    first: number,
    count: number,
    threshold: number,
    out: number,
  ): number;
  rescore(
    probe: number,
    offset: number,
    unit: number,
    width: number,
    rows: number,
    scales: number,
    biases: number,
    base: number,
    pairs: number,
    count: number,
  ): void;
  project(row: number, vectors: number, width: number, count: number, out: number): void;
}

/** Bytes of a narrow row: what `scanNarrow` is written for. */
export const NARROW_BYTES = 128;
/** Wide rows are a multiple of this. */
export const WIDE_STEP = 16;
/** A row holds values from -63 to 63, stored with this added. */
export const ROW_ZERO = 64;
export const ROW_LIMIT = 63;
/** Largest magnitudes of probe bytes in narrow and wide scans. */
export const NARROW_PROBE_LIMIT = 31;
export const WIDE_PROBE_LIMIT = 127;
/** Bytes of a pair of row number and score. */
export const PAIR_BYTES = 8;
export const PAGE_BYTES = 65_536;

let compiled: WebAssembly.Module | undefined;

/** Runs on that memory, which must be shared; with relaxed SIMD where the runtime has it. */
export function createKernel(memory: WebAssembly.Memory): Kernel {
  compiled ??= new WebAssembly.Module(readBuild());
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as Kernel;
}

function readBuild(): Uint8Array<ArrayBuffer> {
  const read = (name: string) =>
    new Uint8Array(readFileSync(new URL(`kernel/${name}`, import.meta.url)));
  const relaxed = read('gallery-relaxed.wasm');
  return WebAssembly.validate(relaxed) ? relaxed : read('gallery-simd.wasm');
}

/** Zeroed memory of at least that many bytes, shared between threads; taken up when written to. */
export function createSharedMemory(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  return new WebAssembly.Memory({ initial: pages, maximum: 65_536, shared: true });
}
