/**
 * Measures light, sharpness and change in a preview, on a face or inside the outline. They guide
 * the person and choose the moment. Only the service decides.
 */

/** Luminance 0..255, row by row. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/** Luminance (ITU-R BT.601) of RGBA pixels. */
export function greyOf(width: number, height: number, rgba: Uint8ClampedArray): Grey {
  const values = new Float32Array(width * height);
  for (let i = 0, p = 0; i < values.length; i++, p += 4)
    values[i] = 0.299 * rgba[p]! + 0.587 * rgba[p + 1]! + 0.114 * rgba[p + 2]!;
  return { width, height, values };
}

/** Width over height of a portrait. Liveness needs surroundings as wide as the head. */
export const PORTRAIT_RATIO = 4 / 5;

/** The outline of the face, in shares of the portrait: centre and half axes. */
export const OUTLINE = { x: 0.5, y: 0.47, halfWidth: 0.27, halfHeight: 0.29 } as const;

export interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
}

/** Whether each pixel lies inside the ellipse, given in shares of the picture. */
export function ellipseMask(width: number, height: number, ellipse: Ellipse): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const dx = ((x + 0.5) / width - ellipse.x) / ellipse.halfWidth;
      const dy = ((y + 0.5) / height - ellipse.y) / ellipse.halfHeight;
      mask[i] = dx * dx + dy * dy <= 1 ? 1 : 0;
    }
  return mask;
}

export const outlineMask = (width: number, height: number): Uint8Array =>
  ellipseMask(width, height, OUTLINE);

export interface Light {
  /** Mean luminance, 0..255. */
  readonly mean: number;
  /** Mean luminance outside the mask. */
  readonly around: number;
  /** Standard deviation of the luminance. */
  readonly deviation: number;
  /** Mean gradient divided by standard deviation. Blur lowers it; brightness does not. */
  readonly sharpness: number;
}

/** Light and sharpness inside the mask. */
export function measureLight({ width, height, values }: Grey, mask: Uint8Array): Light {
  let [count, sum, squares, gradient, outside] = [0, 0, 0, 0, 0];
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const value = values[at]!;
      if (mask[at] === 0) {
        outside += value;
        continue;
      }
      count++;
      sum += value;
      squares += value * value;
      const dx = (values[at + 1]! - values[at - 1]!) / 2;
      const dy = (values[at + width]! - values[at - width]!) / 2;
      gradient += Math.hypot(dx, dy);
    }
  const mean = sum / count;
  const around = outside / ((width - 2) * (height - 2) - count);
  const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean));
  return { mean, around, deviation, sharpness: gradient / count / Math.max(1, deviation) };
}

/**
 * Difference of two frames inside the mask: mean absolute difference at equal brightness, divided
 * by the lower contrast, so that their order does not matter. 0: identical.
 */
export function measureChange(first: Grey, second: Grey, mask: Uint8Array): number {
  const before = meanAndContrast(first, mask);
  const after = meanAndContrast(second, mask);
  const shift = after.mean - before.mean;
  let difference = 0;
  for (let i = 0; i < mask.length; i++)
    if (mask[i] === 1) difference += Math.abs(second.values[i]! - shift - first.values[i]!);
  return difference / before.count / Math.max(1, Math.min(before.contrast, after.contrast));
}

function meanAndContrast({ values }: Grey, mask: Uint8Array) {
  let [count, sum, squares] = [0, 0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    const value = values[i]!;
    count++;
    sum += value;
    squares += value * value;
  }
  const mean = sum / count;
  return { count, mean, contrast: Math.sqrt(Math.max(0, squares / count - mean * mean)) };
}
