/**
 * BlazeFace (Bazarevsky et al. 2019, the model for back cameras) in WebAssembly. The service finds
 * faces with the same network and weights.
 */
import { type Block, halve, LANE, Layers, same } from './layers.ts';

/** Side of the square input, in pixels. */
export const VIEW = 256;

/** A grid of cells with several anchors each. */
interface Grid {
  /** Cells per side. */
  readonly cells: number;
  readonly perCell: number;
}

/** Output of the network for a grid. */
export interface Proposals extends Grid {
  /** Values per cell: a logit per anchor, then REGRESSORS values per anchor, then nothing. */
  readonly outputs: number;
  readonly values: Float32Array;
}

/** Examines VIEW × VIEW pixels, RGBA. The next call overwrites the result. */
export type Network = (rgba: Uint8ClampedArray) => readonly Proposals[];

const seven = (channels: number): Block[] => Array.from({ length: 7 }, () => same(channels));

/**
 * All blocks in order. The fine grid comes before the last block, which adds nothing; the coarse
 * grid follows it.
 */
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

/** An anchor's box (dx, dy, width, height) and six points (dx, dy), in pixels of the view. */
export const REGRESSORS = 16;
const FINE: Grid = { cells: 16, perCell: 2 };
const COARSE: Grid = { cells: 8, perCell: 6 };

/**
 * Prepares the network.
 * @param wasm `blazeface.wasm`, compiled from `wasm/assembly/blazeface.ts`
 * @param weights in order of use: kernels lane by lane, then biases
 */
export function createNetwork(wasm: Uint8Array<ArrayBuffer>, weights: Float32Array): Network {
  const layers = new Layers(wasm, weights, VIEW);
  const addHead = ({ cells, perCell }: Grid): (() => Proposals) => {
    const lanes = Math.ceil((perCell * (1 + REGRESSORS)) / LANE);
    const values = layers.addCells(lanes);
    return () => ({ cells, perCell, outputs: lanes * LANE, values: values() });
  };
  for (const block of BLOCKS.slice(0, -1)) layers.addBlock(block);
  const fine = addHead(FINE);
  layers.addBlock(BLOCKS.at(-1)!, false);
  const coarse = addHead(COARSE);
  return (rgba) => {
    layers.run(rgba);
    return [fine(), coarse()];
  };
}
