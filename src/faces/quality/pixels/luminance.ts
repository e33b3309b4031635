/** Light: sRGB bytes to linear light, luminance images, histograms. */
import type { Picture } from '../../image/picture.ts';
import type { Mask } from './mask.ts';

/** A byte per pixel. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Linear light of a channel 0..1 (IEC 61966-2-1). */
export function linear(value: number): number {
  return value > 0.04045 ? ((value + 0.055) / 1.055) ** 2.4 : value / 12.92;
}

const LINEAR = Float64Array.from({ length: 256 }, (_, byte) => linear(byte / 255));

/** Luminance of linear light, 0..255, unlike the grey of photographs. */
export function luminance({ width, height, data }: Picture): Grey {
  const out = new Uint8Array(width * height);
  for (let i = 0, p = 0; i < out.length; i++, p += 3) {
    const y =
      0.2126 * LINEAR[data[p]!]! + 0.7152 * LINEAR[data[p + 1]!]! + 0.0722 * LINEAR[data[p + 2]!]!;
    out[i] = Math.floor(255 * y + 0.5);
  }
  return { width, height, data: out };
}

/** Shares of the 256 levels among the masked pixels, float32; NaN for an empty mask. */
export function histogram(image: Grey, mask: Mask): Float32Array {
  const counts = new Float64Array(256);
  let total = 0;
  for (let i = 0; i < image.data.length; i++)
    if (mask.data[i] === 1) {
      counts[image.data[i]!]!++;
      total++;
    }
  return Float32Array.from(counts, (count) => count / total);
}
