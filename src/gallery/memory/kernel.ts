/** The WebAssembly kernels of the gallery; their source is in `wasm/assembly`. */
import { readFileSync } from 'node:fs';

/** Addresses are bytes of the memory it was given; see the source for the arithmetic. */
export interface Kernel {
  scanNarrow(
    probes: number,
    probeCount: number,
    stride: number,
    rows: number,
    units: number,
    biases: number,
    first: number,
    rowCount: number,
  ): number;
  scanWide(
    probes: number,
    probeCount: number,
    stride: number,
    width: number,
    rows: number,
    units: number,
    biases: number,
    first: number,
    rowCount: number,
  ): number;
  rescore(
    probe: number,
    width: number,
    rows: number,
    units: number,
    biases: number,
    base: number,
    pairs: number,
    count: number,
  ): void;
}

/** Addresses as for `Kernel`; its source is in `wasm/assembly/encoding.ts`. */
export interface EncodingKernel {
  toUnitVector(steps: number, width: number, out: number): void;
  subtractMean(values: number, mean: number, width: number, residual: number): number;
  toRow(values: number, width: number, out: number): number;
  toNarrowRow(values: number, out: number): number;
  project(row: number, directions: number, width: number, count: number, out: number): void;
}

/** Values of a narrow row, and its bytes: two values each. */
export const NARROW_VALUES = 128;
export const NARROW_BYTES = 64;
/** Wide rows are a multiple of this. */
export const WIDE_STEP = 16;
/** Wide rows hold values from -63 to 63, narrow ones from -7 to 7, stored with this added. */
export const ROW_ZERO = 64;
export const NARROW_ZERO = 8;
/** Largest magnitude of a probe's bytes. */
export const PROBE_LIMIT = 127;
/** Bytes of a pair of row number and score. */
export const PAIR_BYTES = 8;
const PAGE_BYTES = 65_536;

const compiled = new Map<string, WebAssembly.Module>();

/** Runs on that memory, which must be shared; with relaxed SIMD where the runtime has it. */
export const createKernel = (memory: WebAssembly.Memory): Kernel =>
  instantiate('gallery', memory) as Kernel;

/** The same for the kernel that encodes. */
export const createEncodingKernel = (memory: WebAssembly.Memory): EncodingKernel =>
  instantiate('encoding', memory) as EncodingKernel;

function instantiate(name: string, memory: WebAssembly.Memory): unknown {
  const module = compiled.get(name) ?? new WebAssembly.Module(readBuild(name));
  compiled.set(name, module);
  return new WebAssembly.Instance(module, { env: { memory } }).exports;
}

function readBuild(kernel: string): Uint8Array<ArrayBuffer> {
  const read = (build: string) =>
    new Uint8Array(readFileSync(new URL(`kernel/${kernel}-${build}.wasm`, import.meta.url)));
  const relaxed = read('relaxed');
  return WebAssembly.validate(relaxed) ? relaxed : read('simd');
}

/** Zeroed memory of at least that many bytes, shared between threads; taken up when written to. */
export function createSharedMemory(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  return new WebAssembly.Memory({ initial: pages, maximum: 65_536, shared: true });
}
