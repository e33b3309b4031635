/** Covers painted on portraits. */
import { sharp } from '../../src/faces/image/sharp.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** An upright photograph as PNG, and where the eyes of its face are. */
interface Portrait {
  readonly png: Buffer;
  readonly face: { readonly leftEye: Point; readonly rightEye: Point };
}

/** A portrait spoilt, as PNG. */
export type Spoil = (portrait: Portrait) => Promise<Buffer>;

/**
 * Paints the inside of a shape. The shape is in eye distances from the middle between the eyes, and
 * turns with the face.
 */
const painted =
  (colour: readonly [number, number, number], inside: (x: number, y: number) => boolean): Spoil =>
  async ({ png, face: { leftEye, rightEye } }) => {
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    const size = Math.hypot(leftEye.x - rightEye.x, leftEye.y - rightEye.y);
    const middle = { x: (leftEye.x + rightEye.x) / 2, y: (leftEye.y + rightEye.y) / 2 };
    const cosine = (leftEye.x - rightEye.x) / size;
    const sine = (leftEye.y - rightEye.y) / size;
    for (let y = 0, p = 0; y < info.height; y++)
      for (let x = 0; x < info.width; x++, p += 3) {
        const u = (x - middle.x) / size;
        const v = (y - middle.y) / size;
        if (inside(u * cosine + v * sine, v * cosine - u * sine)) data.set(colour, p);
      }
    const { width, height } = info;
    return sharp(data, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
  };

/** Glasses that hide the eyes. */
export const blackGlasses = painted([12, 12, 14], (x, y) => {
  const glass = ((Math.abs(x) - 0.5) / 0.46) ** 2 + (y / 0.3) ** 2 < 1;
  return glass || (Math.abs(x) < 1.05 && y > -0.15 && y < -0.05);
});

/** A mask over mouth and nose. */
export const surgicalMask = painted(
  [155, 187, 204],
  (x, y) => y > 0.45 && y < 2.2 && Math.abs(x) < 1,
);
