/** Detects a mask, hand or cloth before mouth or nose. */
import type { FoundFace, Spot } from './faces.ts';
import { type Block, halve, Layers, same } from './layers.ts';
import { VIEW } from './network.ts';

/** Probability that mouth or nose of a face are covered, 0..1, in the view (RGBA) around it. */
export type Inspect = (view: Uint8ClampedArray, face: FoundFace) => number;

/** Side of the network's input, in pixels. */
export const CROP = 96;
/** The same in distances from the middle of the eyes to an eye and to the mouth, as in training. */
const AROUND = 1.6;

export const HINDRANCE_BLOCKS: readonly Block[] = [
  same(24),
  halve(24, 24),
  same(24),
  same(24),
  halve(24, 48),
  same(48),
  same(48),
  halve(48, 72),
  same(72),
];

/**
 * The network of `training/measures/hindrances.py`.
 * @param wasm as for the finder
 * @param weights `face-finder.hindrances.weights`
 */
export function createInspector(wasm: Uint8Array<ArrayBuffer>, weights: Float32Array): Inspect {
  const layers = new Layers(wasm, weights, CROP);
  for (const block of HINDRANCE_BLOCKS) layers.addBlock(block);
  const logits = layers.addWhole(1);
  return (view, face) => {
    layers.run(cropFace(view, face));
    return 1 / (1 + Math.exp(-logits()[0]!));
  };
}

/** The face with level eyes, CROP × CROP, RGBA. The view's edge continues beyond it. */
export function cropFace(
  view: Uint8ClampedArray,
  { rightEye, leftEye, mouth }: Pick<FoundFace, 'rightEye' | 'leftEye' | 'mouth'>,
): Uint8ClampedArray {
  const eyes = between(rightEye, leftEye);
  const [ax, ay] = [leftEye.x - rightEye.x, leftEye.y - rightEye.y];
  const apart = Math.hypot(ax, ay);
  const side = AROUND * Math.hypot(apart, Math.hypot(mouth.x - eyes.x, mouth.y - eyes.y));
  const middle = between(eyes, mouth);
  /** Pixels of the view between two pixels of the crop. */
  const step = (side * VIEW) / CROP;
  const [dx, dy] = [(step * ax) / apart, (step * ay) / apart];
  const crop = new Uint8ClampedArray(CROP * CROP * 4);
  for (let y = 0, o = 0; y < CROP; y++)
    for (let x = 0; x < CROP; x++, o += 4) {
      const [u, v] = [x - CROP / 2, y - CROP / 2];
      sample(view, middle.x * VIEW + u * dx - v * dy, middle.y * VIEW + u * dy + v * dx, crop, o);
    }
  return crop;
}

const between = (a: Spot, b: Spot): Spot => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Interpolates the colour at a place of the view from four pixels. */
function sample(
  view: Uint8ClampedArray,
  x: number,
  y: number,
  to: Uint8ClampedArray,
  at: number,
): void {
  const inside = (value: number) => Math.min(VIEW - 1, Math.max(0, value));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const [x0, x1, y0, y1] = [inside(left), inside(left + 1), inside(top), inside(top + 1)];
  for (let c = 0; c < 4; c++) {
    const value = (column: number, row: number) => view[(row * VIEW + column) * 4 + c]!;
    const upper = value(x0, y0) * (1 - fx) + value(x1, y0) * fx;
    const lower = value(x0, y1) * (1 - fx) + value(x1, y1) * fx;
    to[at + c] = upper * (1 - fy) + lower * fy;
  }
}
