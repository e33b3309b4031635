/** The part of `resample` that reduces turned pictures: most patches, chips and mesh views. */
import type { Similarity } from '../geometry.ts';
import type { Picture } from './picture.ts';

/** Bytes of a pixel that can be added in the same number, for up to sixteen samples. */
const RED_BLUE = 0xff00ff;
const GREEN = 0x00ff00;

/** Places of an output pixel's samples, relative to its base point. */
interface Offsets {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Base points of output pixels whose samples all lie inside the picture. */
interface Inside {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Means of n × n samples per output pixel, as in `resample`. */
export function averagedTurned(
  picture: Picture,
  toSource: Similarity,
  outside: number | 'edge',
  n: number,
  target: Picture,
): void {
  const offsets = offsetsOf(toSource, n);
  const inside = {
    left: -Math.min(...offsets.x),
    top: -Math.min(...offsets.y),
    right: picture.width - Math.max(...offsets.x),
    // Excludes the last row of the picture, since four bytes are read of each pixel.
    bottom: picture.height - 1 - Math.max(...offsets.y),
  };
  const remaining =
    n === 2
      ? meansOfFour(picture, toSource, inside, target)
      : meansOfMany(picture, toSource, offsets, inside, target);
  if (remaining) meansAtBorder(picture, toSource, offsets, inside, outside, target);
}

function offsetsOf({ a, b }: Similarity, n: number): Offsets {
  const x = new Float64Array(n * n);
  const y = new Float64Array(n * n);
  for (let i = 0; i < n * n; i++) {
    const u = ((i % n) + 0.5) / n;
    const v = (Math.floor(i / n) + 0.5) / n;
    x[i] = a * u - b * v;
    y[i] = b * u + a * v;
  }
  return { x, y };
}

/** Pixels with all four samples inside, in a loop of their own for speed. True: some are left. */
function meansOfFour(
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

/** The same for 9 or 16 samples: four at a time, and the ninth. */
function meansOfMany(
  { width: w, data }: Picture,
  { a, b, tx, ty }: Similarity,
  { x: offX, y: offY }: Offsets,
  { left, top, right, bottom }: Inside,
  { width, height, data: out }: Picture,
): boolean {
  const pixels = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const count = offX.length;
  const fours = count & ~3;
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
      let redBlue = 0;
      let green = 0;
      for (let i = 0; i < fours; i += 4) {
        const x0 = (baseX + offX[i]!) | 0;
        const x1 = (baseX + offX[i + 1]!) | 0;
        const x2 = (baseX + offX[i + 2]!) | 0;
        const x3 = (baseX + offX[i + 3]!) | 0;
        const p = pixels.getUint32((((baseY + offY[i]!) | 0) * w + x0) * 3, true);
        const q = pixels.getUint32((((baseY + offY[i + 1]!) | 0) * w + x1) * 3, true);
        const r = pixels.getUint32((((baseY + offY[i + 2]!) | 0) * w + x2) * 3, true);
        const s = pixels.getUint32((((baseY + offY[i + 3]!) | 0) * w + x3) * 3, true);
        redBlue += (p & RED_BLUE) + (q & RED_BLUE) + (r & RED_BLUE) + (s & RED_BLUE);
        green += (p & GREEN) + (q & GREEN) + (r & GREEN) + (s & GREEN);
      }
      if (fours < count) {
        const x = (baseX + offX[fours]!) | 0;
        const p = pixels.getUint32((((baseY + offY[fours]!) | 0) * w + x) * 3, true);
        redBlue += p & RED_BLUE;
        green += p & GREEN;
      }
      out[o] = (redBlue & 0xffff) / count + 0.5;
      out[o + 1] = (green >> 8) / count + 0.5;
      out[o + 2] = (redBlue >>> 16) / count + 0.5;
    }
  }
  return remaining;
}

/** The output pixels with samples outside the picture. */
function meansAtBorder(
  { width: w, height: h, data }: Picture,
  { a, b, tx, ty }: Similarity,
  { x: offX, y: offY }: Offsets,
  { left, top, right, bottom }: Inside,
  outside: number | 'edge',
  { width, height, data: out }: Picture,
): void {
  const edge = outside === 'edge';
  const fill = edge ? 0 : outside;
  const count = offX.length;
  let o = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, o += 3) {
      const baseX = a * x - b * y + tx;
      const baseY = b * x + a * y + ty;
      if (baseX >= left && baseY >= top && baseX < right && baseY < bottom) continue;
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
