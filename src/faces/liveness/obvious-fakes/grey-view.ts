/** A grey view of a face and its surroundings, scaled so that all faces have the same size. */
import type { Box } from '../../geometry.ts';
import { type Picture, toGrey } from '../../image/picture.ts';
import { resample } from '../../image/resample.ts';

export interface GreyView {
  readonly width: number;
  readonly height: number;
  /** Brightness 0..255, row by row. */
  readonly data: Float32Array;
  /** The face in view pixels. */
  readonly face: Box;
}

/** @param size face height in view pixels @param margin beyond the face, in face heights */
export function greyView(picture: Picture, face: Box, size: number, margin: number): GreyView {
  const scale = face.height / size;
  const reach = face.height * margin;
  const left = Math.max(0, face.x - reach);
  const top = Math.max(0, face.y - reach);
  const right = Math.min(picture.width, face.x + face.width + reach);
  const bottom = Math.min(picture.height, face.y + face.height + reach);
  const width = Math.max(1, Math.floor((right - left) / scale));
  const height = Math.max(1, Math.floor((bottom - top) / scale));
  const { data } = resample(picture, { a: scale, b: 0, tx: left, ty: top }, width, height, 'edge');
  const place = (value: number, from: number) => (value - from) / scale;
  return {
    width,
    height,
    data: toGrey(data),
    face: {
      x: place(face.x, left),
      y: place(face.y, top),
      width: face.width / scale,
      height: size,
    },
  };
}
