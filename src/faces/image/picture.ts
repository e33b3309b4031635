/** Decoded pictures, the limits they are held to, and writing them back as PNG. */
import { InvalidImage } from '../../errors.ts';
import { sharp } from './sharp.ts';

/** Upright-by-EXIF 8-bit sRGB picture. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** RGB, 3 bytes a pixel, row-major. */
  readonly data: Uint8Array;
}

export interface ImageLimits {
  /** Most pixels a submitted image may have. */
  readonly maxPixels: number;
  /** Longest side of the working picture in pixels. */
  readonly maxSide: number;
  /** Where the submitted image is three times as large, which is read faster: its longest side instead. */
  readonly firstSide?: number;
  /**
   * `seen` (default): as a viewer shows them, by the colour profile and over white. `stored`: the
   * numbers in the file, without profile and transparency, as quality measures are defined on.
   */
  readonly colours?: 'seen' | 'stored';
}

/** Longest side of the picture that faces are searched in, in pixels. */
export const MAX_SIDE = 1920;
/** Libjpeg scales a large image while it reads it: a look at this longest side comes first. */
export const FIRST_SIDE = 1000;
/** Longest side any decoder accepts; beyond it coordinates of several libraries overflow. */
const MAX_SIDE_SUBMITTED = 32_767;

export const NOT_DECODABLE = 'not a decodable image';
export const DAMAGED = 'truncated or damaged image';

/** Refuses a size read from a header before memory is taken. @throws InvalidImage */
export function checkSize(width: number, height: number, maxPixels: number): void {
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)) {
    throw new InvalidImage(NOT_DECODABLE, undefined, `size ${width}×${height}`);
  }
  if (width * height > maxPixels) {
    throw new InvalidImage(
      `${megapixels(width * height)} megapixels exceed the limit of ${megapixels(maxPixels)}`,
    );
  }
  if (Math.max(width, height) > MAX_SIDE_SUBMITTED) {
    throw new InvalidImage(
      `a side of ${Math.max(width, height)} pixels exceeds the limit of ${MAX_SIDE_SUBMITTED}`,
    );
  }
}

/** Up to one decimal, rounded up so that an image just over the limit does not read as equal. */
function megapixels(pixels: number): string {
  return String(Math.ceil(pixels / 1e5) / 10);
}

/** The picture as a PNG file without any metadata. */
export async function encodePng(picture: Picture): Promise<Uint8Array> {
  const { width, height, data } = picture;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
