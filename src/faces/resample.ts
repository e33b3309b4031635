/** Draws a turned, scaled part of a picture into a small one, averaging so that nothing aliases. */

import { type Similarity, scaleOf } from './geometry.ts';
import type { Picture } from './image/picture.ts';

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
  const out = new Uint8Array(width * height * 3);
  if (n === 1) bilinear(picture, toSource, width, height, outside, out);
  else averaged(picture, toSource, width, height, outside, n, out);
  return { width, height, data: out };
}

function bilinear(
  picture: Picture,
  { a, b, tx, ty }: Similarity,
  width: number,
  height: number,
  outside: number | 'edge',
  out: Uint8Array,
): void {
  const { width: w, height: h, data } = picture;
  const edge = outside === 'edge';
  const fill = edge ? 0 : outside;
  let o = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, o += 3) {
      let sx = a * (x + 0.5) - b * (y + 0.5) + tx - 0.5;
      let sy = b * (x + 0.5) + a * (y + 0.5) + ty - 0.5;
      if (edge) {
        sx = sx < 0 ? 0 : Math.min(sx, w - 1);
        sy = sy < 0 ? 0 : Math.min(sy, h - 1);
      } else if (sx <= -1 || sy <= -1 || sx >= w || sy >= h) {
        out[o] = fill;
        out[o + 1] = fill;
        out[o + 2] = fill;
        continue;
      }
      const x0 = Math.floor(sx);
      const y0 = Math.floor(sy);
      const fx = sx - x0;
      const fy = sy - y0;
      if (x0 >= 0 && y0 >= 0 && x0 + 1 < w && y0 + 1 < h) {
        const p = (y0 * w + x0) * 3;
        const q = p + w * 3;
        for (let c = 0; c < 3; c++) {
          const top = data[p + c]! + (data[p + 3 + c]! - data[p + c]!) * fx;
          const bottom = data[q + c]! + (data[q + 3 + c]! - data[q + c]!) * fx;
          out[o + c] = top + (bottom - top) * fy + 0.5;
        }
      } else {
        for (let c = 0; c < 3; c++) {
          const at = (xx: number, yy: number) => {
            if (xx >= 0 && yy >= 0 && xx < w && yy < h) return data[(yy * w + xx) * 3 + c]!;
            if (!edge) return fill;
            return data[(Math.min(yy, h - 1) * w + Math.min(xx, w - 1)) * 3 + c]!;
          };
          const top = at(x0, y0) * (1 - fx) + at(x0 + 1, y0) * fx;
          const bottom = at(x0, y0 + 1) * (1 - fx) + at(x0 + 1, y0 + 1) * fx;
          out[o + c] = top * (1 - fy) + bottom * fy + 0.5;
        }
      }
    }
  }
}

function averaged(
  picture: Picture,
  { a, b, tx, ty }: Similarity,
  width: number,
  height: number,
  outside: number | 'edge',
  n: number,
  out: Uint8Array,
): void {
  const { width: w, height: h, data } = picture;
  const edge = outside === 'edge';
  const fill = edge ? 0 : outside;
  const count = n * n;
  const dx = new Float64Array(count);
  const dy = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    dx[i] = ((i % n) + 0.5) / n;
    dy[i] = (Math.floor(i / n) + 0.5) / n;
  }
  const offX = dx.map((u, i) => a * u - b * dy[i]!);
  const offY = dx.map((u, i) => b * u + a * dy[i]!);
  let o = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, o += 3) {
      const baseX = a * x - b * y + tx;
      const baseY = b * x + a * y + ty;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let i = 0; i < count; i++) {
        let px = Math.floor(baseX + offX[i]!);
        let py = Math.floor(baseY + offY[i]!);
        if (px < 0 || py < 0 || px >= w || py >= h) {
          if (!edge) {
            red += fill;
            green += fill;
            blue += fill;
            continue;
          }
          px = px < 0 ? 0 : px >= w ? w - 1 : px;
          py = py < 0 ? 0 : py >= h ? h - 1 : py;
        }
        const p = (py * w + px) * 3;
        red += data[p]!;
        green += data[p + 1]!;
        blue += data[p + 2]!;
      }
      out[o] = red / count + 0.5;
      out[o + 1] = green / count + 0.5;
      out[o + 2] = blue / count + 0.5;
    }
  }
}

/** How bytes become network input: order of the planes and (value − mean[c]) × scale[c]. */
export interface Normalisation {
  readonly order: 'RGB' | 'BGR';
  /** One number per plane of the output, in its order. */
  readonly mean: readonly [number, number, number];
  readonly scale: readonly [number, number, number];
}

/**
 * Planar float32 network input [3, height, width] of a picture.
 * @param out where to write; `offset` elements in
 * @param mirrored true: the picture flipped left to right
 */
export function toPlanes(
  picture: Picture,
  { order, mean, scale }: Normalisation,
  out = new Float32Array(picture.width * picture.height * 3),
  offset = 0,
  mirrored = false,
): Float32Array {
  const { width, height, data } = picture;
  const size = width * height;
  for (let plane = 0; plane < 3; plane++) {
    const channel = order === 'RGB' ? plane : 2 - plane;
    const m = mean[plane]!;
    const s = scale[plane]!;
    let o = offset + plane * size;
    for (let y = 0; y < height; y++) {
      const row = y * width;
      for (let x = 0; x < width; x++, o++) {
        const at = mirrored ? row + width - 1 - x : row + x;
        out[o] = (data[at * 3 + channel]! - m) * s;
      }
    }
  }
  return out;
}
