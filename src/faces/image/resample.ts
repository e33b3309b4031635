/** Draws a turned, scaled part of a picture into a small picture. Averages to avoid aliasing. */
import type { ImageInput } from '../../inference/models/manifest.ts';
import { type Similarity, scaleOf } from '../geometry.ts';
import type { Picture } from './picture.ts';
import { averagedLevel } from './resample-level.ts';
import { averagedTurned } from './resample-turned.ts';

/** Most samples along one side of an output pixel; 4 × 4 keeps even a 12-pixel step smooth. */
const MOST_SAMPLES = 4;

/**
 * Resamples `picture` to width × height pixels.
 * @param toSource maps output pixel centres (x + 0.5, y + 0.5) to picture coordinates
 * @param outside grey level for points outside the picture, or 'edge' to repeat the border
 * @returns RGB bytes, row-major
 */
export function resample(
  picture: Picture,
  toSource: Similarity,
  width: number,
  height: number,
  outside: number | 'edge' = 0,
): Picture {
  const step = scaleOf(toSource);
  const n = Math.min(MOST_SAMPLES, Math.max(1, Math.ceil(step - 0.25)));
  const out = { width, height, data: new Uint8Array(width * height * 3) };
  if (n === 1) bilinear(picture, toSource, outside, out);
  else if (toSource.b === 0) averagedLevel(picture, toSource, outside, n, out);
  else averagedTurned(picture, toSource, outside, n, out);
  return out;
}

// Written carelessly, these loops take a third of a verification. Pixels whose samples all lie
// inside the picture therefore take a path without checks, calls or inner loops over channels.

function bilinear(
  { width: w, height: h, data }: Picture,
  { a, b, tx, ty }: Similarity,
  outside: number | 'edge',
  { width, height, data: out }: Picture,
): void {
  const edge = outside === 'edge';
  const fill = edge ? 0 : outside;
  const below = w * 3;
  const pixels = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const at = (x: number, y: number, c: number): number => {
    if (x >= 0 && y >= 0 && x < w && y < h) return data[(y * w + x) * 3 + c]!;
    if (!edge) return fill;
    return data[(Math.min(y, h - 1) * w + Math.min(x, w - 1)) * 3 + c]!;
  };
  const border = (sx: number, sy: number, o: number): void => {
    const x0 = Math.floor(sx);
    const y0 = Math.floor(sy);
    const fx = sx - x0;
    const fy = sy - y0;
    for (let c = 0; c < 3; c++) {
      const top = at(x0, y0, c) * (1 - fx) + at(x0 + 1, y0, c) * fx;
      const bottom = at(x0, y0 + 1, c) * (1 - fx) + at(x0 + 1, y0 + 1, c) * fx;
      out[o + c] = top * (1 - fy) + bottom * fy + 0.5;
    }
  };
  let o = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, o += 3) {
      const sx = a * (x + 0.5) - b * (y + 0.5) + tx - 0.5;
      const sy = b * (x + 0.5) + a * (y + 0.5) + ty - 0.5;
      if (sx >= 0 && sy >= 0 && sx < w - 1 && sy < h - 1) {
        const x0 = sx | 0;
        const y0 = sy | 0;
        const fx = sx - x0;
        const fy = sy - y0;
        const from = (y0 * w + x0) * 3;
        // Reads four bytes. The samples on the right start a byte earlier, as none follows the last
        // pixel.
        const p = pixels.getUint32(from, true);
        const q = pixels.getUint32(from + 2, true) >>> 8;
        const r = pixels.getUint32(from + below, true);
        const s = pixels.getUint32(from + below + 2, true) >>> 8;
        const red = p & 255;
        const green = (p >> 8) & 255;
        const blue = (p >> 16) & 255;
        const lowRed = r & 255;
        const lowGreen = (r >> 8) & 255;
        const lowBlue = (r >> 16) & 255;
        const topRed = red + ((q & 255) - red) * fx;
        const topGreen = green + (((q >> 8) & 255) - green) * fx;
        const topBlue = blue + ((q >> 16) - blue) * fx;
        out[o] = topRed + (lowRed + ((s & 255) - lowRed) * fx - topRed) * fy + 0.5;
        out[o + 1] =
          topGreen + (lowGreen + (((s >> 8) & 255) - lowGreen) * fx - topGreen) * fy + 0.5;
        out[o + 2] = topBlue + (lowBlue + ((s >> 16) - lowBlue) * fx - topBlue) * fy + 0.5;
      } else if (edge) {
        border(Math.max(0, Math.min(sx, w - 1)), Math.max(0, Math.min(sy, h - 1)), o);
      } else if (sx > -1 && sy > -1 && sx < w && sy < h) {
        border(sx, sy, o);
      } else {
        out[o] = fill;
        out[o + 1] = fill;
        out[o + 2] = fill;
      }
    }
  }
}

/** How bytes become network input: order of the planes and (value − mean[c]) × scale[c]. */
export interface Normalisation {
  readonly order: 'RGB' | 'BGR';
  /** A number per output plane, in order. */
  readonly mean: readonly [number, number, number];
  readonly scale: readonly [number, number, number];
}

/** The input that a network wants. */
export function normalisationOf({ channels, mean, scale }: ImageInput): Normalisation {
  const order = channels === 'bgr' ? 'BGR' : 'RGB';
  return { order, mean, scale: typeof scale === 'number' ? [scale, scale, scale] : scale };
}

/** Planar float32 input [3, height, width]. @param offset elements of `out` */
export function toPlanes(
  picture: Picture,
  { order, mean, scale }: Normalisation,
  out = new Float32Array(picture.width * picture.height * 3),
  offset = 0,
  mirrored = false,
): Float32Array {
  const { width, height, data } = picture;
  const size = width * height;
  const values = new Float32Array(256);
  for (let plane = 0; plane < 3; plane++) {
    for (let value = 0; value < 256; value++)
      values[value] = (value - mean[plane]!) * scale[plane]!;
    let p = order === 'RGB' ? plane : 2 - plane;
    let o = offset + plane * size;
    for (let y = 0; y < height; y++) {
      if (mirrored) for (let x = width - 1; x >= 0; x--, p += 3) out[o + x] = values[data[p]!]!;
      else for (let x = 0; x < width; x++, p += 3) out[o + x] = values[data[p]!]!;
      o += width;
    }
  }
  return out;
}
