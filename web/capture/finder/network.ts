/**
 * BlazeFace (Bazarevsky et al. 2019, the model for back cameras) in WebAssembly: the network that
 * finds faces in the service, with the same weights.
 */

/** Side of the square pictures it looks at, in pixels. */
export const VIEW = 256;

/** A grid of cells with several anchors each. */
interface Grid {
  /** Cells a side. */
  readonly cells: number;
  readonly perCell: number;
}

/** What the network says of a grid. */
export interface Proposals extends Grid {
  /** Values a cell: a logit an anchor, then REGRESSORS values an anchor, then nothing. */
  readonly outputs: number;
  readonly values: Float32Array;
}

/** Looks at VIEW × VIEW pixels, RGBA. What it answers is overwritten by its next answer. */
export type Network = (rgba: Uint8ClampedArray) => readonly Proposals[];

/** A 3 × 3 kernel for each channel, then a 1 × 1 kernel, then the input is added. */
interface Block {
  readonly channels: number;
  readonly outputs: number;
  readonly stride: 1 | 2;
}

const seven = (channels: number): Block[] =>
  Array.from({ length: 7 }, () => ({ channels, outputs: channels, stride: 1 }));
const halve = (channels: number, outputs: number): Block => ({ channels, outputs, stride: 2 });

/** All blocks in order. The fine grid is told before the last, which adds nothing, the coarse after. */
export const BLOCKS: readonly Block[] = [
  ...seven(24),
  halve(24, 24),
  ...seven(24),
  halve(24, 48),
  ...seven(48),
  halve(48, 96),
  ...seven(96),
  halve(96, 96),
];

/** The kernel computes so many outputs at a time. */
export const LANE = 24;
/** An anchor's box (dx, dy, width, height) and six points (dx, dy), in pixels of the view. */
export const REGRESSORS = 16;
export const FINE: Grid = { cells: 16, perCell: 2 };
export const COARSE: Grid = { cells: 8, perCell: 6 };
const headOutputs = (perCell: number): number => perCell * (1 + REGRESSORS);

/** Channels that the anchors are told from. */
const WIDEST = 96;
const PIXEL = 3;
/** Values that the first convolution looks at: 5 × 5 pixels. */
const FIRST_TAPS = 5 * 5 * PIXEL;
/** It looks one pixel beyond the upper and left edge, two beyond the others. */
const INPUT_SIDE = VIEW + 3;
const LEAST = Number.NEGATIVE_INFINITY;
const FLOAT = 4;
const PAGE = 65_536;

/** `kernel/assembly/blazeface.ts` says what is what. */
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

/** A tensor with a ring of zeros; `at` is its first pixel inside, `row` the bytes of a row. */
interface Padded {
  readonly at: number;
  readonly row: number;
  readonly side: number;
}

/** Memory of the kernel, handed out zeroed, one piece after the other; addresses are bytes. */
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
    return { at: this.take((side + 2) ** 2 * channels) + row + channels * FLOAT, row, side };
  }

  floats(at: number, count: number): Float32Array {
    return new Float32Array(this.memory.buffer, at, count);
  }
}

/**
 * The network, ready to run.
 * @param wasm `blazeface.wasm`, compiled of `kernel/assembly/blazeface.ts`
 * @param weights in the order in which they are used: kernels lane by lane, then biases
 */
export function createNetwork(wasm: Uint8Array<ArrayBuffer>, weights: Float32Array): Network {
  const arena = new Arena();
  const module = new WebAssembly.Module(wasm);
  const instance = new WebAssembly.Instance(module, { env: { memory: arena.memory } });
  const kernel = instance.exports as unknown as Kernel;
  let unread = arena.take(weights.length);
  arena.floats(unread, weights.length).set(weights);
  /** Where the next weights lie. */
  const next = (count: number): number => {
    const at = unread;
    unread += count * FLOAT;
    return at;
  };
  const steps: (() => void)[] = [];
  const input = arena.take(INPUT_SIDE ** 2 * PIXEL);
  const between = arena.take((VIEW / 2) ** 2 * LANE);

  let tensor = arena.padded(VIEW / 2, LANE);
  {
    const [kernels, biases, to] = [next(FIRST_TAPS * LANE), next(LANE), tensor];
    const row = INPUT_SIDE * PIXEL * FLOAT;
    const step = 2 * PIXEL * FLOAT;
    const width = 5 * PIXEL;
    steps.push(() =>
      kernel.convolve(
        input,
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
  const addBlock = ({ channels, outputs, stride }: Block, isLast: boolean) => {
    const from = tensor;
    const side = from.side / stride;
    const to = stride === 1 ? from : arena.padded(side, outputs);
    const pixel = channels * FLOAT;
    // Strided, it looks one pixel further to the right and below only.
    const corner = from.at - (stride === 1 ? from.row + pixel : 0);
    const lanes = outputs / LANE;
    const own = next(9 * channels);
    const [kernels, biases] = [next(channels * outputs), next(outputs)];
    const skip = isLast ? 0 : to.at;
    steps.push(() => {
      kernel.depthwise(corner, from.row, side, channels, stride, own, between);
      if (stride === 2 && !isLast)
        kernel.pool(from.at, from.row, side, channels, to.at, to.row, outputs);
      const row = side * pixel;
      kernel.convolve(
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
    tensor = to;
  };
  const addHead = ({ cells, perCell }: Grid): (() => Proposals) => {
    const lanes = Math.ceil(headOutputs(perCell) / LANE);
    const outputs = lanes * LANE;
    const { at, row } = tensor;
    const [kernels, biases] = [next(WIDEST * outputs), next(outputs)];
    const to = arena.take(cells * cells * outputs);
    steps.push(() =>
      kernel.convolve(
        at,
        0,
        row,
        WIDEST * FLOAT,
        1,
        WIDEST,
        cells,
        lanes,
        kernels,
        biases,
        0,
        to,
        cells * outputs * FLOAT,
        LEAST,
      ),
    );
    return () => ({ cells, perCell, outputs, values: arena.floats(to, cells * cells * outputs) });
  };
  for (const block of BLOCKS.slice(0, -1)) addBlock(block, false);
  const fine = addHead(FINE);
  addBlock(BLOCKS.at(-1)!, true);
  const coarse = addHead(COARSE);

  return (rgba) => {
    fillInput(arena.floats(input, INPUT_SIDE ** 2 * PIXEL), rgba);
    for (const step of steps) step();
    return [fine(), coarse()];
  };
}

/** Colours from -1 to 1, behind one pixel of zeros above and to the left. */
function fillInput(input: Float32Array, rgba: Uint8ClampedArray): void {
  for (let y = 0, p = 0; y < VIEW; y++)
    for (let x = 0, o = ((y + 1) * INPUT_SIDE + 1) * PIXEL; x < VIEW; x++, p += 4, o += PIXEL)
      for (let c = 0; c < PIXEL; c++) input[o + c] = rgba[p + c]! / 127.5 - 1;
}
