/** Paints covers on portraits. */
import { sharp } from '../../src/faces/image/sharp.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** An upright photograph as PNG, and the places of the eyes. */
interface Portrait {
  readonly png: Buffer;
  readonly face: { readonly leftEye: Point; readonly rightEye: Point };
}

/** A spoilt portrait as PNG. */
export type Spoil = (portrait: Portrait) => Promise<Buffer>;

/**
 * Paints the inside of a shape. The shape uses eye distances from the middle between the eyes, and
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

type Colour = Parameters<typeof painted>[0];

const within = (x: number, y: number, width: number, height: number) =>
  (x / width) ** 2 + (y / height) ** 2 < 1;

/** A cap down to the brows, with its visor. */
export const cap = (colour: Colour): Spoil =>
  painted(
    colour,
    (x, y) => (y < -0.6 && within(x, y + 0.6, 1.35, 1.5)) || within(x, y + 0.65, 1.3, 0.25),
  );

/** Cloth around the face, over the hair and down to the shoulders. */
export const headScarf = (colour: Colour): Spoil =>
  painted(colour, (x, y) => {
    const around = within(x, y - 0.4, 1.75, 2.45) || (y > 1 && Math.abs(x) < 0.75 + y * 0.6);
    return around && !within(x, y - 0.55, 1.1, 1.45);
  });
