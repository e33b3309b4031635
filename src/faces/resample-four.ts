/** The part of `resample` that halves turned pictures: most patches, chips and views of a mesh. */
import type { Similarity } from './geometry.ts';
import type { Picture } from './image/picture.ts';

/** Bytes of a pixel that can be added two in one number. */
const RED_BLUE = 0xff00ff;
const GREEN = 0x00ff00;

/** Base points of output pixels whose samples all lie inside the picture. */
export interface Inside {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Means of 2 × 2 samples, as in `resample`, of the output pixels whose samples all lie inside; the
 * others are left as they are. Written out: half the time of loops over samples and channels.
 * @param inside not the last row of the picture, since four bytes are read of each pixel
 * @returns whether some are left
 */
export function meansOfFour(
  { width: w, data }: Picture,
  { a, b, tx, ty }: Similarity,
  { left, top, right, bottom }: Inside,
  { width, height, data: out }: Picture,
): boolean {
  const pixels = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const x0 = a * 0.25 - b * 0.25;
  const y0 = b * 0.25 + a * 0.25;
  const x1 = a * 0.75 - b * 0.25;
  const y1 = b * 0.75 + a * 0.25;
  const x2 = a * 0.25 - b * 0.75;
  const y2 = b * 0.25 + a * 0.75;
  const x3 = a * 0.75 - b * 0.75;
  const y3 = b * 0.75 + a * 0.75;
  let remaining = false;
  let o = 0;
  for (let y = 0; y < height; y++) {
    const by = b * y;
    const ay = a * y;
    for (let x = 0; x < width; x++, o += 3) {
      const baseX = a * x - by + tx;
      const baseY = b * x + ay + ty;
      if (baseX < left || baseY < top || baseX >= right || baseY >= bottom) {
        remaining = true;
        continue;
      }
      const p = pixels.getUint32((((baseY + y0) | 0) * w + ((baseX + x0) | 0)) * 3, true);
      const q = pixels.getUint32((((baseY + y1) | 0) * w + ((baseX + x1) | 0)) * 3, true);
      const r = pixels.getUint32((((baseY + y2) | 0) * w + ((baseX + x2) | 0)) * 3, true);
      const s = pixels.getUint32((((baseY + y3) | 0) * w + ((baseX + x3) | 0)) * 3, true);
      const redBlue = (p & RED_BLUE) + (q & RED_BLUE) + (r & RED_BLUE) + (s & RED_BLUE) + 0x20002;
      const green = (p & GREEN) + (q & GREEN) + (r & GREEN) + (s & GREEN) + 0x200;
      out[o] = (redBlue & 0xffff) >> 2;
      out[o + 1] = green >> 10;
      out[o + 2] = redBlue >> 18;
    }
  }
  return remaining;
}
