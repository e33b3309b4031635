/** What can be done to a portrait to spoil it. */
import { sharp } from '../../src/faces/image/sharp.ts';
import { eyeDistance, eyesMiddle, type Portrait } from './portrait.ts';

/** A portrait spoilt, as PNG. */
export type Spoil = (portrait: Portrait) => Promise<Buffer>;

/** @param share standard deviation of the blur in eye distances */
export const blurred =
  (share: number): Spoil =>
  ({ png, face }) =>
    sharp(png)
      .blur(eyeDistance(face) * share)
      .png()
      .toBuffer();

export const compressed =
  (quality: number): Spoil =>
  async ({ png }) =>
    sharp(await sharp(png).jpeg({ quality }).toBuffer())
      .png()
      .toBuffer();

/** @param factor by which every stored value is multiplied */
export const darkened =
  (factor: number): Spoil =>
  ({ png }) =>
    sharp(png).linear(factor, 0).png().toBuffer();

/** @param distance pixels between the eyes afterwards; a smaller face stays as it is */
export const reducedTo =
  (distance: number): Spoil =>
  ({ png, width, face }) =>
    sharp(png)
      .resize(Math.max(1, Math.round(width * Math.min(1, distance / eyeDistance(face)))))
      .png()
      .toBuffer();

/** Turned clockwise in a picture that grows with it. */
export const turned =
  (degrees: number): Spoil =>
  ({ png }) =>
    sharp(png).rotate(degrees, { background: '#888' }).png().toBuffer();

/** The row that many eye distances below the eyes, within the picture. */
export function rowBelowEyes({ height, face }: Portrait, eyeDistances: number): number {
  return Math.min(height, Math.round(eyesMiddle(face).y + eyeDistances * eyeDistance(face)));
}

export const cutBelow =
  (eyeDistances: number): Spoil =>
  (portrait) => {
    const { png, width } = portrait;
    const height = rowBelowEyes(portrait, eyeDistances);
    return sharp(png).extract({ left: 0, top: 0, width, height }).png().toBuffer();
  };

/** The column that many eye distances left of the eye that is farther from the left edge. */
export function columnBesideEyes({ face }: Portrait, eyeDistances: number): number {
  return Math.max(0, Math.round(face.leftEye.x - eyeDistances * eyeDistance(face)));
}

export const cutBeside =
  (eyeDistances: number): Spoil =>
  (portrait) => {
    const { png, width, height } = portrait;
    const left = columnBesideEyes(portrait, eyeDistances);
    return sharp(png)
      .extract({ left, top: 0, width: width - left, height })
      .png()
      .toBuffer();
  };

/**
 * Paints the inside of a shape. The shape is in eye distances from the middle between the eyes, and
 * turns with the face.
 * @param opacity 0..1
 */
export const painted =
  (
    colour: readonly [number, number, number],
    inside: (x: number, y: number) => boolean,
    opacity = 1,
  ): Spoil =>
  async ({ png, face }) => {
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    const { leftEye, rightEye } = face;
    const size = eyeDistance(face);
    const middle = eyesMiddle(face);
    const cosine = (leftEye.x - rightEye.x) / size;
    const sine = (leftEye.y - rightEye.y) / size;
    for (let y = 0, p = 0; y < info.height; y++)
      for (let x = 0; x < info.width; x++, p += 3) {
        const u = (x - middle.x) / size;
        const v = (y - middle.y) / size;
        if (!inside(u * cosine + v * sine, v * cosine - u * sine)) continue;
        for (let c = 0; c < 3; c++)
          data[p + c] = Math.round(data[p + c]! * (1 - opacity) + colour[c as 0 | 1 | 2] * opacity);
      }
    const { width, height } = info;
    return sharp(data, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
  };
