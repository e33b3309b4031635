/** Writes a picture as a BMP file: lossless, and fast to write and to read. */
import type { Picture } from './picture.ts';

const HEADER = 54;

/** A 24-bit BMP, top row first. */
export function bmpOf({ width, height, data }: Picture): Uint8Array<ArrayBuffer> {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const file = new Uint8Array(HEADER + stride * height);
  const view = new DataView(file.buffer);
  view.setUint16(0, 0x4d42, true);
  view.setUint32(2, file.length, true);
  view.setUint32(10, HEADER, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, -height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (let y = 0, from = 0; y < height; y++)
    for (let x = 0, to = HEADER + y * stride; x < width; x++, from += 3, to += 3) {
      file[to] = data[from + 2]!;
      file[to + 1] = data[from + 1]!;
      file[to + 2] = data[from]!;
    }
  return file;
}
