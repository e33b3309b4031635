/** Crops pictures. Outside is black. */
import type { Picture } from '../../image/picture.ts';

/** The part of `width` × `height` pixels from (x, y); it may leave the picture. */
export function crop(
  picture: Picture,
  x: number,
  y: number,
  width: number,
  height: number,
): Picture {
  const data = new Uint8Array(width * height * 3);
  const left = Math.max(0, x);
  const right = Math.min(picture.width, x + width);
  const top = Math.max(0, y);
  const bottom = Math.min(picture.height, y + height);
  for (let row = top; row < bottom && right > left; row++) {
    const start = (row * picture.width + left) * 3;
    const part = picture.data.subarray(start, start + (right - left) * 3);
    data.set(part, ((row - y) * width + left - x) * 3);
  }
  return { width, height, data };
}
