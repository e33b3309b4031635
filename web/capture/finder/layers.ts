/** Layers of small networks in WebAssembly, run in order, with their own memory. */

/** Outputs that the kernel computes at once. */
export const LANE = 24;
/** Values that the first convolution reads: 5 × 5 pixels. */
const PIXEL = 3;
const FIRST_TAPS = 5 * 5 * PIXEL;
/** It reads one pixel beyond the upper and left edge, and two beyond the others. */
const BEYOND = 3;
const LEAST = Number.NEGATIVE_INFINITY;
const FLOAT = 4;
const PAGE = 65_536;

/** A 3 × 3 kernel for each channel, then a 1 × 1 kernel, plus the input. */
export interface Block {
  readonly channels: number;
  readonly outputs: number;
  readonly stride: 1 | 2;
}

export const same = (channels: number): Block => ({ channels, outputs: channels, stride: 1 });
export const halve = (channels: number, outputs: number): Block => ({
  channels,
  outputs,
  stride: 2,
});

/** Documented in `wasm/assembly/blazeface.ts`. */
interface Kernel {
  convolve(
    from: number,
    row: number,
    nextRow: number,
    step: number,
    taps: number,
    width: number,
    side: number,
    lanes: number,
    weights: number,
    biases: number,
    skip: number,
    to: number,
    toRow: number,
    least: number,
  ): void;
  depthwise(
    from: number,
    row: number,
    side: number,
    channels: number,
    stride: number,
    weights: number,
    to: number,
  ): void;
  pool(
    from: number,
    row: number,
    side: number,
    channels: number,
    to: number,
    toRow: number,
    toChannels: number,
  ): void;
}

/** A tensor with a border of zeros. `at` is its first inner pixel, `row` the bytes of a row. */
interface Padded {
  readonly at: number;
  readonly row: number;
  readonly side: number;
  readonly channels: number;
}

/** Memory of the kernel, allocated piece by piece, zeroed. Addresses are bytes. */
class Arena {
  readonly memory = new WebAssembly.Memory({ initial: 1 });
  #end = 0;

  take(floats: number): number {
    const at = this.#end;
    this.#end += floats * FLOAT;
    const missing = this.#end - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  padded(side: number, channels: number): Padded {
    const row = (side + 2) * channels * FLOAT;
    const at = this.take((side + 2) ** 2 * channels) + row + channels * FLOAT;
    return { at, row, side, channels };
  }

  floats(at: number, count: number): Float32Array {
    return new Float32Array(this.memory.buffer, at, count);
  }
}

/** Builds a network. Add layers in the order in which they run and their weights lie. */
export class Layers {
  readonly #arena = new Arena();
  readonly #kernel: Kernel;
  readonly #steps: (() => void)[] = [];
  readonly #view: number;
  readonly #input: number;
  /** Values between the two convolutions of a block. */
  readonly #between: number;
  #unread: number;
  #tensor: Padded;

  /**
   * The first convolution, 5 × 5, which halves the view and has 24 outputs.
   * @param wasm `blazeface.wasm`, compiled from `wasm/assembly/blazeface.ts`
   * @param weights in order of use: kernels lane by lane, then biases
   * @param view side of the square input
   */
  constructor(wasm: Uint8Array<ArrayBuffer>, weights: Float32Array, view: number) {
    const arena = this.#arena;
    const module = new WebAssembly.Module(wasm);
    const instance = new WebAssembly.Instance(module, { env: { memory: arena.memory } });
    this.#kernel = instance.exports as unknown as Kernel;
    this.#unread = arena.take(weights.length);
    arena.floats(this.#unread, weights.length).set(weights);
    this.#view = view;
    this.#input = arena.take((view + BEYOND) ** 2 * PIXEL);
    this.#between = arena.take((view / 2) ** 2 * LANE);
    this.#tensor = arena.padded(view / 2, LANE);
    const [kernels, biases, to] = [this.#next(FIRST_TAPS * LANE), this.#next(LANE), this.#tensor];
    const row = (view + BEYOND) * PIXEL * FLOAT;
    const step = 2 * PIXEL * FLOAT;
    const width = 5 * PIXEL;
    this.#steps.push(() =>
      this.#kernel.convolve(
        this.#input,
        row,
        2 * row,
        step,
        5,
        width,
        to.side,
        1,
        kernels,
        biases,
        0,
        to.at,
        to.row,
        0,
      ),
    );
  }

  /** Address of the next weights. */
  #next(count: number): number {
    const at = this.#unread;
    this.#unread += count * FLOAT;
    return at;
  }

  /** @param adds whether to add the input; a halving block adds the maximum of each 2 × 2 pixels */
  addBlock({ channels, outputs, stride }: Block, adds = true): void {
    const from = this.#tensor;
    const side = from.side / stride;
    const to = stride === 1 ? from : this.#arena.padded(side, outputs);
    const pixel = channels * FLOAT;
    // With stride, it only reads one pixel further to the right and below.
    const corner = from.at - (stride === 1 ? from.row + pixel : 0);
    const lanes = outputs / LANE;
    const own = this.#next(9 * channels);
    const [kernels, biases] = [this.#next(channels * outputs), this.#next(outputs)];
    const skip = adds ? to.at : 0;
    const between = this.#between;
    this.#steps.push(() => {
      this.#kernel.depthwise(corner, from.row, side, channels, stride, own, between);
      if (stride === 2 && adds)
        this.#kernel.pool(from.at, from.row, side, channels, to.at, to.row, outputs);
      const row = side * pixel;
      this.#kernel.convolve(
        between,
        0,
        row,
        pixel,
        1,
        channels,
        side,
        lanes,
        kernels,
        biases,
        skip,
        to.at,
        to.row,
        0,
      );
    });
    this.#tensor = to;
  }

  /** Outputs of each pixel alone, in whole lanes: [y][x][outputs]. */
  addCells(lanes: number): () => Float32Array {
    const { at, row, side, channels } = this.#tensor;
    const outputs = lanes * LANE;
    const [kernels, biases] = [this.#next(channels * outputs), this.#next(outputs)];
    const to = this.#arena.take(side * side * outputs);
    this.#steps.push(() =>
      this.#kernel.convolve(
        at,
        0,
        row,
        channels * FLOAT,
        1,
        channels,
        side,
        lanes,
        kernels,
        biases,
        0,
        to,
        side * outputs * FLOAT,
        LEAST,
      ),
    );
    return () => this.#arena.floats(to, side * side * outputs);
  }

  /** Outputs of all pixels together. Weights: [output][y][x][channel], then biases. */
  addWhole(outputs: number): () => number[] {
    const { at, row, side, channels } = this.#tensor;
    const count = side * channels;
    const [weights, biases] = [this.#next(outputs * side * count), this.#next(outputs)];
    return () =>
      Array.from({ length: outputs }, (_, k) => {
        let sum = this.#arena.floats(biases, outputs)[k]!;
        for (let y = 0; y < side; y++) {
          const line = this.#arena.floats(at + y * row, count);
          const own = this.#arena.floats(weights + (k * side + y) * count * FLOAT, count);
          for (let i = 0; i < count; i++) sum += line[i]! * own[i]!;
        }
        return sum;
      });
  }

  /** @param rgba the view; colours become −1 to 1, with one pixel of zeros above and to the left */
  run(rgba: Uint8ClampedArray): void {
    const [view, across] = [this.#view, this.#view + BEYOND];
    const input = this.#arena.floats(this.#input, across ** 2 * PIXEL);
    for (let y = 0, p = 0; y < view; y++)
      for (let x = 0, o = ((y + 1) * across + 1) * PIXEL; x < view; x++, p += 4, o += PIXEL)
        for (let c = 0; c < PIXEL; c++) input[o + c] = rgba[p + c]! / 127.5 - 1;
    for (const step of this.#steps) step();
  }
}
